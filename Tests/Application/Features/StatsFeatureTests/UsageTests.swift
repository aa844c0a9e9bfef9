import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark stats --usage`.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct UsageTests {
        private let play: Playground

        init() async throws { play = try await Playground(photos: 2) }

        private func run(_ arguments: String...) async throws -> Program.Outcome {
            try await Program(arguments, environment: ["XDG_DATA_HOME": play.path("data")])
                .outcome()
        }

        private func sync() async throws -> Program.Outcome {
            try await run(
                "sync", "--library", play.path("library"), "--endpoint", play.endpoint,
                "--no-thumbnails", "--quiet")
        }

        private func usage(_ options: String...) async throws -> [String: Any] {
            let arguments = ["stats", "--usage", "--json"] + options
            let outcome = try await Program(
                arguments, environment: ["XDG_DATA_HOME": play.path("data")]
            ).outcome()
            #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errors)")
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            return try #require(object as? [String: Any])
        }

        private func syncs(_ usage: [String: Any]) throws -> Int {
            let counts = try #require(usage["counts"] as? [[String: Any]])
            let syncs = counts.filter {
                $0["kind"] as? String == "cloud" && $0["name"] as? String == "sync"
            }
            return syncs.compactMap { $0["count"] as? Int }.reduce(0, +)
        }

        private var settings: String { play.path("data/photopark/usage.json") }

        @Test func theUsageIsOffUntilTheUserSwitchesItOn() async throws {
            #expect(try await sync().status == 0)
            let off = try await usage()
            #expect(off["on"] as? Bool == false && off["installation"] is NSNull, "\(off)")
            #expect(try syncs(off) == 0)
            #expect(!FileManager.default.fileExists(atPath: settings))
            let text = try await run("stats", "--usage")
            #expect(text.status == 0 && text.output.contains("is not counted"), "\(text)")
        }

        @Test func theUsageIsCountedShownForgottenAndSwitchedOff() async throws {
            #expect(try await usage("--on")["on"] as? Bool == true)
            #expect(try await sync().status == 0)
            #expect(try await sync().status == 0)
            let counted = try await usage()
            #expect(try syncs(counted) == 2, "\(counted)")
            let id = try #require(counted["installation"] as? String)
            #expect(id.count == 32)
            let text = try await run("stats", "--usage")
            #expect(text.output.contains(id), "\(text)")
            let rows = text.lines.map { $0.split(separator: " ") }
            #expect(rows.contains(["cloud", "sync", "complete", "2"]), "\(text)")
            #expect(rows.contains(["ux", "sync", "complete", "2"]), "\(text)")

            let forgotten = try await usage("--forget")
            #expect(forgotten["on"] as? Bool == true && forgotten["installation"] is NSNull)
            #expect(try syncs(forgotten) == 0)
            #expect(try await sync().status == 0)
            let again = try await usage()
            #expect(try syncs(again) == 1)
            #expect(again["installation"] as? String != id)

            let off = try await usage("--off")
            #expect(off["on"] as? Bool == false && off["installation"] is NSNull)
            #expect(!FileManager.default.fileExists(atPath: settings))
            #expect(try await sync().status == 0)
            #expect(try syncs(try await usage("--on")) == 0)
        }

        @Test func theCommandsAreCountedExceptForTheDisplayOfTheCounts() async throws {
            _ = try await usage("--on")
            #expect(try await usage()["installation"] is NSNull)
            #expect(try await sync().status == 0)
            #expect(try await run("feed", "--library", play.path("library")).status == 0)
            #expect(try await run("feed", "--library", play.path("none")).status == 66)
            let counts = try #require(try await usage()["counts"] as? [[String: Any]])
            let commands = counts.filter { $0["kind"] as? String == "ux" }
            #expect(
                commands.compactMap { $0["name"] as? String } == ["feed", "feed", "sync"])
            #expect(
                commands.compactMap { $0["label"] as? String } == [
                    "complete", "failed", "complete",
                ])
            #expect(commands.compactMap { $0["count"] as? Int } == [1, 1, 1])
        }

        @Test func requestsAreCountedByTheirOutcome() async throws {
            _ = try await usage("--on")
            #expect(try await sync().status == 0)
            let counts = try #require(try await usage()["counts"] as? [[String: Any]])
            let requests = counts.filter { $0["name"] as? String == "request" }
            #expect(requests.allSatisfy { $0["kind"] as? String == "cloud" }, "\(requests)")
            #expect(requests.compactMap { $0["label"] as? String } == ["succeeded"])
            let sent = play.stub.requestCounts.values.reduce(0, +)
            #expect(requests.compactMap { $0["count"] as? Int } == [sent])
        }

        /// A stub that receives what is sent to `/control/logs`.
        private func receiver() async throws -> (DropboxStub, address: String) {
            var configuration = DropboxStubConfiguration(source: .generated(photos: 1, seed: 1))
            configuration.allowsControl = true
            let stub = DropboxStub(configuration)
            return (stub, "http://127.0.0.1:\(try await stub.start())/control/logs")
        }

        private var unsent: String { play.path("data/photopark/usage") }

        @Test func theUsageIsSentOnlyToTheServerThatTheUserNames() async throws {
            let (stub, address) = try await receiver()
            _ = try await usage("--on")
            #expect(try await sync().status == 0)
            #expect(stub.reportLines.isEmpty)
            let on = try await usage("--on", "--send-to", address)
            #expect(on["destination"] as? String == address)
            #expect(try await sync().status == 0)
            let events = try stub.reportLines.map { line in
                try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            #expect(events.contains { $0["name"] as? String == "sync" }, "\(events)")
            #expect(events.contains { $0["name"] as? String == "request" }, "\(events)")
            let id = try #require(try await usage()["installation"] as? String)
            #expect(events.allSatisfy { $0["installation"] as? String == id })
            let sent = stub.reportLines.joined()
            for secret in [play.path("library"), play.endpoint, "photopark", "/"] {
                #expect(!sent.contains(secret), "\(sent)")
            }
            #expect(try await run("stats", "--usage").output.contains("sent to \(address)"))

            #expect(try await usage("--off")["destination"] is NSNull)
            let before = stub.reportLines.count
            #expect(try await sync().status == 0)
            #expect(stub.reportLines.count == before)
            #expect(!FileManager.default.fileExists(atPath: unsent))
            await stub.stop()
        }

        @Test func whatCouldNotBeSentIsSentByTheNextRunOrRemovedWithTheConsent() async throws {
            let (stub, address) = try await receiver()
            let absent = "http://127.0.0.1:9/"
            _ = try await usage("--on", "--send-to", absent)
            #expect(try await sync().status == 0)
            #expect(FileManager.default.fileExists(atPath: unsent))
            _ = try await usage("--on", "--send-to", address)
            #expect(!FileManager.default.fileExists(atPath: unsent))
            #expect(try await sync().status == 0)
            let syncs = stub.reportLines
                .filter { $0.contains(#""kind":"cloud","name":"sync""#) }
            #expect(syncs.count == 1, "\(stub.reportLines)")
            await stub.stop()
        }

        @Test(arguments: [
            ["--usage", "--send-to", "https://example.com/"],
            ["--usage", "--off", "--send-to", "https://example.com/"],
            ["--usage", "--on", "--send-to", "http://example.com/"],
            ["--usage", "--on", "--send-to", "records"],
        ])
        func anAddressThatCannotBeUsedIsRefused(_ arguments: [String]) async throws {
            let outcome = try await Program(["stats"] + arguments).outcome()
            #expect(outcome.status == 64, "\(outcome)")
            #expect(outcome.errors.contains("send-to"), "\(outcome)")
        }

        @Test func theOptionsThatExcludeEachOtherAreRefused() async throws {
            for arguments in [
                ["--on"], ["--forget"], ["--usage", "--on", "--off"],
                ["--usage", "--svg", "x"], ["--usage", "--library", "x"], ["--usage", "--all"],
            ] {
                let outcome = try await Program(["stats"] + arguments).outcome()
                #expect(outcome.status == 64, "\(arguments): \(outcome)")
            }
        }

        @Test func aDamagedSettingIsNamed() async throws {
            #expect(try await usage("--on")["on"] as? Bool == true)
            try Data("damaged".utf8).write(to: URL(filePath: settings))
            let outcome = try await run("stats", "--usage")
            #expect(outcome.status == 73 && outcome.errors.contains("usage.json"), "\(outcome)")
            #expect(try await sync().status == 0)
        }
    }
}
