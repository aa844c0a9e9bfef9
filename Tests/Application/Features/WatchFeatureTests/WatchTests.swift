import Foundation
import LoopbackTestKit
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The program as a whole, with `photopark watch`.
    @Suite struct WatchTests {
        private func watch(_ play: Playground, _ options: String...) throws -> Program {
            try Program(
                ["watch", "--json", "--library", play.path("library"), "--endpoint", play.endpoint]
                    + options)
        }

        /// The members of the event of a line, as text.
        private func event(_ line: String) throws -> [String: String] {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any]).mapValues { "\($0)" }
        }

        @Test func aNewPhotoIsInTheLibraryAfterSomeSeconds() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play)
            let first = try event(try #require(await run.line()))
            #expect(first["event"] == "synced")
            #expect(first["added"] == "3")
            #expect(try event(try #require(await run.line()))["state"] == "waiting")
            // Nothing is locked during the wait.
            #expect(try await play.feed().count == 3)
            #expect(try await play.sync().status == 0)
            try play.stub.apply(.addPhotos(folder: "/new", count: 2))
            let second = try event(try #require(await run.line()))
            #expect(second["event"] == "synced")
            #expect(second["added"] == "2")
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
            #expect(try await play.feed().count == 5)
            // The first longpoll, and the one in progress at the second run's end at most.
            #expect((1...2) ~= play.stub.requestCounts["files/list_folder/longpoll"] ?? 0)
        }

        @Test(
            .enabled("the program has no originals") {
                try await Program.has("verify")
            })
        func theOriginalsOfTheLibraryFollow() async throws {
            let play = try await Playground(photos: 3)
            let folder = play.path("originals")
            #expect(try await play.sync("library", "--originals", "--to", folder).status == 0)
            let run = try watch(play)
            while try event(try #require(await run.line()))["state"] != "waiting" {}
            try play.stub.apply(.addPhotos(folder: "/new", count: 2))
            while try event(try #require(await run.line()))["added"] != "2" {}
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
            let verified = try await Program.run("verify", "--library", play.path("library"))
            #expect(verified.status == 0, "\(verified)")
            #expect(verified.output.contains("5 originals of 5: 5 good"), "\(verified.output)")
        }

        @Test func aRunThatALimitHasEndedIsContinued() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play, "--max-requests", "1", "--metrics", "127.0.0.1:0")
            var address = ""
            while true {
                let event = try event(try #require(await run.line()))
                if event["event"] == "listening" { address = event["address"] ?? "" }
                if event["state"] == "limited" { break }
            }
            let port = try #require(Int(address.split(separator: ":").last ?? ""))
            let reply = try await RawClient(port: port).send("GET", "/metrics")
            #expect(
                reply.text.contains(
                    "photopark_watch_requests_total{host=\"127.0.0.1\",status=\"200\"} 1\n"))
            #expect(play.stub.requestCounts.values.reduce(0, +) == 1)
            // A user need not wait for the rest.
            run.send(SIGUSR1)
            while try event(try #require(await run.line()))["state"] != "limited" {}
            #expect(play.stub.requestCounts.values.reduce(0, +) == 2)
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test(
            .enabled("the program has no originals or no history") {
                try await Program.has("verify", "status")
            })
        func aRunThatALimitHasEndedInTheOriginalsIsInterrupted() async throws {
            let play = try await Playground(photos: 1)
            let folder = play.path("originals")
            #expect(try await play.sync("library", "--originals", "--to", folder).status == 0)
            try play.stub.apply(.addPhotos(folder: "/new", count: 9))
            // A page, a batch of thumbnails, and an original.
            let run = try watch(play, "--max-requests", "3")
            while try event(try #require(await run.line()))["state"] != "limited" {}
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
            #expect(play.stub.requestCount(route: "files/download") == 2)
            let status = try await Program.run(
                "status", "--json", "--library", play.path("library")
            ).objects()
            let syncs = try #require(status.first?["syncs"] as? [[String: AnyHashable]])
            #expect(syncs.map { $0["outcome"] as? String } == ["interrupted", "finished"])
        }

        @Test(
            .enabled("the program has no originals") {
                try await Program.has("verify")
            })
        func aLimitOfBytesIsContinuedUntilAllOriginalsAreInPlace() async throws {
            let play = try await Playground(photos: 3)
            let folder = play.path("originals")
            let first = try await play.sync(
                "library", "--originals", "--to", folder, "--max-bytes", "1")
            #expect(first.status == 3, "\(first)")
            let largest = try #require(play.stub.files.values.map(\.size).max())
            let run = try watch(play, "--max-bytes", "\(largest)")
            var limited = 0
            while true {
                var states: [String?] = []
                while states.last != "waiting" {
                    states.append(try event(try #require(await run.line()))["state"])
                }
                guard states.contains("limited"), limited < 9 else { break }
                limited += 1
                // A user need not wait for the rest.
                run.send(SIGUSR1)
            }
            // Nothing has changed at the server meanwhile.
            #expect((1...2).contains(limited))
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
            let verified = try await Program.run("verify", "--library", play.path("library"))
            #expect(verified.output.contains("3 originals of 3: 3 good"), "\(verified)")
        }

        @Test func changesOfARunThatFailsAfterwardsCountWithTheNextOne() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(
                .fault(
                    .init(
                        route: "files/get_thumbnail_batch",
                        effect: .status(400, headers: [:], body: "no"))))
            let run = try watch(play)
            var states: [String?] = []
            var event: [String: String] = [:]
            while event["event"] != "synced" {
                event = try self.event(try #require(await run.line()))
                states.append(event["state"])
            }
            #expect(states.contains("offline"), "the first run has not failed: \(states)")
            #expect(event["added"] == "3" && event["thumbnails"] == "3", "\(event)")
            // They count once: a later run has its own changes only.
            try play.stub.apply(.addPhotos(folder: "/new", count: 2))
            repeat {
                event = try self.event(try #require(await run.line()))
            } while event["event"] != "synced"
            #expect(event["added"] == "2" && event["thumbnails"] == "2", "\(event)")
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test func aRefusedTokenEndsTheWatch() async throws {
            let play = try await Playground(photos: 3, token: "secret")
            let outcome = try await watch(play).outcome()
            #expect(outcome.status == 77)
            #expect(try event(outcome.output)["state"] == "ended")
        }

        @Test func aFailureOfTheServerIsReportedOnceAndPasses() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(
                .fault(.init(route: "files/list_folder/longpoll", effect: .status(503))))
            let run = try watch(play)
            var states: [String?] = []
            for _ in 0..<6 {
                let event = try event(try #require(await run.line()))
                states.append(event["state"] ?? event["event"])
            }
            #expect(states == ["synced", "waiting", "offline", "online", "synced", "waiting"])
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        /// Reads events until the watch waits.
        private func waitUntilItWaits(_ run: Program) async throws {
            while try event(try #require(await run.line()))["state"] != "waiting" {}
        }

        @Test func aSecondWatchOfALibraryEndsWith79() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play)
            try await waitUntilItWaits(run)
            let second = try await watch(play).outcome()
            #expect(second.status == 79)
            let end = try event(second.output)
            #expect(end["state"] == "ended")
            #expect(end["reason"]?.contains("another watch keeps the library") == true, "\(end)")
            #expect(end["reason"]?.contains("photopark, process ") == true, "\(end)")
            run.send(SIGKILL)
            _ = try await run.outcome()
            // A watch that was killed holds no lock.
            let third = try watch(play)
            try await waitUntilItWaits(third)
            third.send(SIGTERM)
            #expect(try await third.outcome().status == 143)
        }

        @Test func aForeignFolderGetsNoLock() async throws {
            let play = try await Playground(photos: 3)
            try FileManager.default.createDirectory(
                atPath: play.path("library"), withIntermediateDirectories: false)
            try Data().write(to: play.folder.appending(path: "library/letter.txt"))
            #expect(try await watch(play).outcome().status == 80)
            let names = try FileManager.default.contentsOfDirectory(atPath: play.path("library"))
            #expect(names == ["letter.txt"])
        }

        @Test func aSignalStartsARunAtOnce() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play)
            try await waitUntilItWaits(run)
            run.send(SIGUSR1)
            #expect(try event(try #require(await run.line()))["event"] == "synced")
            #expect(try event(try #require(await run.line()))["state"] == "waiting")
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test func aServerThatAnswersAtOnceIsAskedOnceASecond() async throws {
            let play = try await Playground(photos: 3)
            let route = "files/list_folder/longpoll"
            let answer = #"{"changes": false}"#
            try play.stub.apply(
                .fault(.init(route: route, count: 1_000, effect: .garbage(answer))))
            let start = ContinuousClock.now
            let run = try watch(play)
            for _ in 0..<5 { try await waitUntilItWaits(run) }
            let seconds = Int((ContinuousClock.now - start) / .seconds(1))
            let count = play.stub.requestCount(route: route)
            #expect(count >= 4 && count <= seconds + 2, "\(count) in \(seconds) s")
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test func aHangUpReadsTheSettingsAgain() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play)
            try await waitUntilItWaits(run)
            run.send(SIGHUP)
            #expect(try event(try #require(await run.line()))["state"] == "reloaded")
            #expect(try event(try #require(await run.line()))["event"] == "synced")
            try await waitUntilItWaits(run)
            // The new watch has the lock.
            #expect(try await watch(play).outcome().status == 79)
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test func aCommandRunsAfterARunWithChanges() async throws {
            let play = try await Playground(photos: 3)
            let command = "echo \"$PHOTOPARK_ADDED $PHOTOPARK_ITEMS\"; exit 3"
            let run = try watch(play, "--on-change", command)
            var event: [String: String] = [:]
            while event["event"] != "on_change" {
                event = try self.event(try #require(await run.line()))
            }
            #expect(event["code"] == "3" && event["output"] == "3 3\n", "\(event)")
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test(
            .enabled("the program has no originals") {
                try await Program.has("verify")
            }, .timeLimit(.minutes(2)))
        func aCommandLearnsOfChangesWhoseOriginalsFail() async throws {
            let play = try await Playground(photos: 3)
            let folder = play.path("originals")
            #expect(try await play.sync("library", "--originals", "--to", folder).status == 0)
            let run = try watch(play, "--on-change", "echo $PHOTOPARK_ADDED")
            try await waitUntilItWaits(run)
            try FileManager.default.moveItem(atPath: folder, toPath: folder + ".moved")
            try Data().write(to: URL(filePath: folder))
            try play.stub.apply(.addPhotos(folder: "/new", count: 2))
            var event: [String: String] = [:]
            var added: [String?] = []
            while event["event"] != "on_change" {
                event = try self.event(try #require(await run.line()))
                if event["event"] == "synced" { added.append(event["added"]) }
            }
            #expect(event["output"] == "2\n", "\(event)")
            #expect(added == ["2"])
            run.send(SIGTERM)
            _ = try await run.outcome()
        }

        @Test func aSignalEndsTheCommandOfAChange() async throws {
            let play = try await Playground(photos: 3)
            let file = play.path("process")
            let run = try watch(
                play, "--on-change",
                "echo $$ >\(file).new; mv \(file).new \(file); cat /dev/zero >/dev/null")
            try await waitUntilItWaits(run)
            while !FileManager.default.fileExists(atPath: file) { await Task.detached {}.value }
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let process = try #require(
                pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            while kill(process, 0) == 0 { await Task.detached {}.value }
        }

        @Test func aServiceManagerLearnsTheState() async throws {
            let play = try await Playground(photos: 3)
            let socket = try NotifySocket(play.path("notify"))
            let run = try Program(
                ["watch", "--library", play.path("library"), "--endpoint", play.endpoint],
                environment: [
                    "NOTIFY_SOCKET": play.path("notify"), "WATCHDOG_USEC": "200000",
                ])
            var messages: [String] = []
            while messages.last != "STATUS=waiting; 3 items" {
                messages.append(try #require(await socket.message()))
            }
            #expect(messages.first == "STATUS=syncing; 0 items")
            #expect(messages.contains("READY=1"))
            for _ in 0..<3 { #expect(try await socket.message() == "WATCHDOG=1") }
            run.send(SIGTERM)
            var last = try await socket.message()
            while last == "WATCHDOG=1" { last = try await socket.message() }
            #expect(last == "STOPPING=1")
            #expect(try await run.outcome().status == 143)
        }

        // icloudpd#933: no other program could ask whether it was healthy.
        @Test func metricsAndHealthAreServedOnThisMachine() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play, "--metrics", "127.0.0.1:0")
            let listening = try event(try #require(await run.line()))
            let address = try #require(listening["address"], "\(listening)")
            let client = RawClient(port: try #require(Int(address.split(separator: ":")[2])))
            try await waitUntilItWaits(run)
            let reply = try await client.send("GET", "/metrics")
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = reply.text.split(separator: "\n")
            for line in [
                #"photopark_watch_runs_total{result="success"} 1"#,
                #"photopark_watch_libraries{state="waiting"} 1"#,
                #"photopark_watch_changes_total{kind="added"} 3"#, "photopark_watch_items 3",
                "photopark_watch_poll_seconds_count 0",
            ] {
                #expect(lines.contains { $0 == line }, "\(line) is missing: \(reply.text)")
            }
            #expect(!reply.text.contains(play.folder.lastPathComponent))
            #expect(try await client.send("GET", "/healthz").status == 200)
            #expect(try await client.send("GET", "/readyz").status == 200)
            #expect(try await client.send("GET", "/other").status == 404)
            #expect(try await client.send("POST", "/metrics").status == 405)
            let foreign = ["Host": "photos.example"]
            #expect(try await client.send("GET", "/metrics", headers: foreign).status == 403)
            let page = ["Sec-Fetch-Site": "same-site"]
            #expect(try await client.send("GET", "/metrics", headers: page).status == 403)
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test(arguments: ["0.0.0.0:9100", "example.org:80", "70000", "-1", "9100x", ""])
        func metricsAreNotServedElsewhere(_ address: String) async throws {
            let outcome = try await Program.run("watch", "--metrics=\(address)")
            #expect(outcome.status == 64, "\(outcome)")
        }

        @Test func aTakenPortOfTheMetricsEndsTheWatch() async throws {
            let play = try await Playground(photos: 3)
            let port = String(play.endpoint.split(separator: ":")[2])
            let outcome = try await watch(play, "--metrics", port).outcome()
            #expect(outcome.status == 73, "\(outcome)")
        }

        @Test func aWatchWithoutAnAccountCreatesNoFolder() async throws {
            let play = try await Playground(photos: 3)
            let outcome = try await Shell.run(
                "HOME='\(play.path("home"))' '\(Program.path)' watch")
            #expect(outcome.status == 77, "\(outcome)")
            #expect(outcome.output.contains("run photopark login"), "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: play.path("home")))
        }

        @Test func aLineInTheJournalHasAPriority() async throws {
            let play = try await Playground(photos: 3, token: "secret")
            let outcome = try await Shell.run(
                """
                : >'\(play.path("journal"))'
                export HOME=/nonexistent JOURNAL_STREAM="$(stat -c %d:%i '\(play.path("journal"))')"
                '\(Program.path)' watch --library '\(play.path("library"))' \
                    --endpoint \(play.endpoint) 2>>'\(play.path("journal"))'
                """)
            #expect(outcome.status == 77, "\(outcome)")
            let text = try String(contentsOfFile: play.path("journal"), encoding: .utf8)
            #expect(text.hasPrefix("<3>photopark: the watch has ended: "), "\(text)")
        }

        @Test func manyRemovalsAreRefusedUntilTheyAreAllowed() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync().status == 0)
            try play.stub.apply(.addPhotos(folder: "/new", count: 200))
            #expect(try await play.sync().status == 0)
            try play.stub.apply(.delete(path: "/new"))
            let refused = try await play.sync()
            #expect(refused.status == 3)
            #expect(refused.errors.contains("--max-delete"), "\(refused.errors)")
            #expect(try await play.feed().count == 203)
            #expect(try await watch(play).outcome().status == 3)
            #expect(try await play.sync("library", "--max-delete", "200").status == 0)
            #expect(try await play.feed().count == 3)
        }
    }
}
