import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Edge cases of the command line: wrong words, closed pipes, signals, locks, tokens.
    @Suite struct CommandLineTests {
        @Test(arguments: [
            ["sync", "--nonsense"], ["sync", "--endpoint", "http://example.org"],
            ["sync", "--endpoint", "ftp://localhost"],
            ["sync", "--folder", "Camera"], ["sync", "--json", "--quiet"],
            ["sync", "--limit-rate", "-5"], ["feed", "--limit", "-1"],
            ["feed", "--since", "someday"], ["feed", "--since", "7x"],
            ["feed", "--since", "2024-13"],
            ["feed", "--since", "2024-01-02", "--until", "2023-01-01"], ["gallery"],
            ["feed", "--since", "2025-02-30"], ["feed", "--library", ""],
            ["sync", "--ca-file", "/nonexistent"],
            ["feed", "--since", "2024-05-31T25:00:00Z"],
            ["feed", "--since", "2024-05-31T18:60:00Z"],
            ["feed", "--until", "2024-05-31T23:59:60Z"],
            ["feed", "--since", "2024-05-31T18:00:00Zjunk"], ["feed", "--since", "2024-5-31"],
            ["gallery", "--output", ""],
            ["sync", "--token-file", ""], ["sync", "--trace", ""],
            ["sync", "--media-info", "--no-thumbnails"],
            ["sync", "--thumbnail-size", "large", "--no-thumbnails"],
            ["sync", "--thumbnail-size", "huge"], ["sync", "--ca-file", "/dev/null"],
        ])
        func aWrongCommandLineIsExplained(_ arguments: [String]) async throws {
            let outcome = try await Program(arguments).outcome()
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("Error:"), "\(outcome.errors)")
        }

        @Test(arguments: [
            (["feed", "--limit", "-3"], "--limit must be 0 or more"),
            (["sync", "--limit-rate", "-5"], "bytes per second, 1 or more"),
            (
                ["synk"],
                "unknown command 'synk'; did you mean 'sync'? The commands are "
            ),
            (["ls"], "did you mean 'feed'?"), (["download"], "did you mean 'sync'?"),
            (["feed", "lib1"], "unexpected argument 'lib1'; did you mean --library lib1?"),
            (["gallery", "out"], "did you mean --output out?"),
            (["gallery", "--quiet", "out"], "did you mean --output out?"),
            (["gallery", "--library", "lib1"], "Missing expected argument '--output <DIR>'"),
            (["sync", "--endpoint", "http://example.com"], "plain http would expose the token"),
            (["sync", "--endpoint", "https://example.com/?x=1"], "must not have a query"),
            (["feed", "--since", "someday"], "or 7d for seven days ago"),
            (["feed", "--limti", "3"], "unknown option '--limti'; did you mean '--limit'?"),
            (["feed", "--kind", "x"], "unknown option '--kind'; it is an option of sync, plan"),
            (["feed", "--xyzzy"], "unknown option '--xyzzy'\n"),
        ])
        func aWrongCommandLineNamesTheMistakeAndTheWayOut(
            _ arguments: [String], _ message: String
        ) async throws {
            let outcome = try await Program(arguments).outcome()
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("Error: "), "\(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.errors.contains("Usage: photopark"), "\(outcome.errors)")
        }

        @Test func tooFewFilesAreSaidBeforeAnythingIsDone() async throws {
            let outcome = try await Shell.run(
                "ulimit -n 20; exec \(Program.path) sync --endpoint http://127.0.0.1:9")
            #expect(outcome.status == 71)
            #expect(outcome.output.contains("ulimit -n 1024"), "\(outcome.output)")
        }

        @Test func withoutATokenNothingIsAsked() async throws {
            let outcome = try await Program.run("sync", "--library", "/nonexistent/library")
            #expect(
                outcome.status == 77 && outcome.errors.contains("--token-file"), "\(outcome.errors)"
            )
        }

        @Test func aTokenFileThatOthersCanReadIsRefused() async throws {
            let play = try await Playground(photos: 1)
            let file = play.path("token")
            try Data("secret".utf8).write(to: URL(filePath: file))
            #expect(chmod(file, 0o644) == 0)
            let outcome = try await play.sync("library", "--token-file", file)
            #expect(
                outcome.status == 77 && outcome.errors.contains("chmod 600"), "\(outcome.errors)")
        }

        @Test func theTokenIsUsedAndNeverShown() async throws {
            let canary = "canary-4711-token"
            let play = try await Playground(photos: 5, token: canary)
            let file = play.path("token")
            try Data("\(canary)\n".utf8).write(to: URL(filePath: file))
            #expect(chmod(file, 0o600) == 0)
            let good = try await play.sync("library", "--token-file", file)
            #expect(good.status == 0, "\(good.errors)")
            let wrong = try await play.sync("library", "--token-command", "echo \(canary)-wrong")
            #expect(wrong.status == 77, "\(wrong.errors)")
            for outcome in [good, wrong] {
                #expect(!outcome.output.contains(canary) && !outcome.errors.contains(canary))
            }
            for name in try FileManager.default.subpathsOfDirectory(atPath: play.path("library")) {
                let bytes = FileManager.default.contents(atPath: play.path("library/" + name))
                #expect(bytes?.range(of: Data(canary.utf8)) == nil, "\(name)")
            }
        }

        @Test func theTokenOfTheEnvironmentDoesNotGoToAnotherServer() async throws {
            let play = try await Playground(photos: 1, token: "canary-4711-token")
            let file = play.path("token")
            try Data("canary-4711-token".utf8).write(to: URL(filePath: file))
            #expect(chmod(file, 0o600) == 0)
            let outcome = try await Program.run(
                "sync", "--library", play.path("library"), "--endpoint", play.endpoint,
                environment: ["PHOTOPARK_TOKEN_FILE": file])
            #expect(outcome.status == 77, "\(outcome.errors)")
            #expect(play.requestCount == 1)
        }

        @Test(arguments: [
            ("https://api.dropboxapi.com", true), ("https://WWW.dropbox.com", true),
            ("https://dropbox.com", true), ("https://dropboxapi.com.example", false),
            ("https://notdropbox.com", false),
        ])
        func theTokenOfTheEnvironmentIsReadForDropboxOnly(
            _ endpoint: String, isRead: Bool
        ) async throws {
            let outcome = try await Program.run(
                "sync", "--library", "/nonexistent/library", "--endpoint", endpoint,
                environment: ["PHOTOPARK_TOKEN_FILE": "/nonexistent/token"])
            #expect(outcome.status == 77)
            #expect(
                outcome.errors.contains(isRead ? "/nonexistent/token" : "no token"),
                "\(outcome.errors)")
        }

        @Test func aTokenComesThroughAPipeToo() async throws {
            let token = "canary-4711-token"
            let play = try await Playground(photos: 1, token: token)
            let sync =
                "\(Program.path) sync --quiet --endpoint \(play.endpoint) --library "
                + play.path("library")
            for line in [
                "\(sync) --token-file <(echo \(token))",
                "echo \(token) | \(sync) --token-file /dev/stdin",
            ] {
                let outcome = try await Shell.run(line)
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }

        @Test func aTokenFileThatCannotBeReadSaysWhy() async throws {
            for (path, reason) in [("/tmp", "directory"), ("/nonexistent", "No such file")] {
                let outcome = try await Program.run(
                    "sync", "--library", "/nonexistent/library", "--token-file", path)
                #expect(outcome.status == 77)
                #expect(outcome.errors.contains(path), "\(outcome.errors)")
                #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            }
        }

        @Test(arguments: [
            "2024", "2024-02", "2024-12", "2024-02-29", "2024-05-31T18:00:00Z", "today",
            "yesterday",
            "7d", "2w", "6m", "1y",
        ])
        func aDateIsAMomentADayAMonthAYearOrATimeAgo(_ date: String) async throws {
            for option in ["--since", "--until"] {
                let outcome = try await Program.run(
                    "feed", "--library", "/nonexistent/library", option, date)
                #expect(outcome.status == 66, "\(outcome.errors)")
            }
        }

        @Test func aGalleryIsNotWrittenWhereNoFolderCanBe() async throws {
            let play = try await Playground(photos: 1)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            try FileManager.default.createSymbolicLink(
                atPath: play.path("loop"), withDestinationPath: play.path("loop"))
            let names = [play.path("loop"), play.path(String(repeating: "x", count: 300))]
            for name in names + ["/proc/x"] {
                let outcome = try await Program.run(
                    "gallery", "--library", play.path("library"), "--output", name)
                #expect(outcome.status == 73, "\(outcome.errors)")
            }
        }

        @Test func aReaderThatGoesAwayEndsTheFeedQuietly() async throws {
            let play = try await Playground(photos: 3000)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let outcome = try await Shell.run(
                "\(Program.path) feed --json --library \(play.path("library")) | head -1; "
                    + "echo ${PIPESTATUS[0]}")
            #expect(outcome.output.split(separator: "\n").count == 2)
            #expect(outcome.output.hasSuffix("\n0\n"), "\(outcome.output)")
            #expect(!outcome.output.contains("photopark:"), "it complains: \(outcome.output)")
        }

        @Test func outputThatDoesNotFitIsAnError() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let outcome = try await Shell.run(
                "\(Program.path) feed --library \(play.path("library")) > /dev/full; echo $?")
            #expect(outcome.output.hasSuffix("\n74\n"), "\(outcome.output)")
            #expect(outcome.output.contains("standard output"), "\(outcome.output)")
        }

        @Test func whatIsPrintedToAClosedDescriptorGoesIntoNoFile() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let outcome = try await Shell.run(
                "\(Program.path) feed --library \(play.path("library")) >&-; echo $?")
            #expect(outcome.output.hasSuffix("74\n"), "\(outcome.output)")
            #expect(outcome.output.contains("Bad file descriptor"), "\(outcome.output)")
        }

        #if os(Linux)
            @Test func theTableOfDescriptorsIsLargeBeforeItIsFilled() async throws {
                let play = try await Playground(photos: 1)
                let outcome = try await play.sync(
                    "library", "--token-command",
                    "grep FDSize /proc/$PPID/status > \(play.path("size")); echo token")
                #expect(outcome.status == 0, "\(outcome.errors)")
                let line = try String(contentsOfFile: play.path("size"), encoding: .utf8)
                let size = try #require(Int(line.split(whereSeparator: \.isWhitespace).last ?? ""))
                #expect(size >= min(128, sysconf(Int32(_SC_OPEN_MAX))))
            }
        #endif

        @Test func aStoppedRunStopsItsTokenCommand() async throws {
            let play = try await Playground()
            let (gate, here) = (play.path("gate"), play.path("here"))
            _ = try await Shell.run("mkfifo \(gate) \(here)")
            let program = try Program([
                "sync", "--library", play.path("library"), "--endpoint", play.endpoint, "--json",
                "--token-command", "echo $$ > \(here); exec cat \(gate)",
            ])
            let process = try await Shell.run("cat \(here)").output
            program.send(SIGTERM)
            let outcome = try await program.outcome()
            #expect(outcome.status == 143, "\(outcome.errors)")
            #expect(outcome.output == #"{"event":"interrupted"}"# + "\n")
            let left = try await Shell.run("kill -0 \(process.dropLast()) 2>&1; echo $?")
            #expect(left.output.hasSuffix("\n1\n"), "\(left.output)")
        }

        @Test func aTokenCommandHasTheSystemsSignals() async throws {
            let play = try await Playground(photos: 1)
            let outcome = try await play.sync(
                "library", "--token-command",
                "(yes token; echo $? > \(play.path("code"))) | head -n 1")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try String(contentsOfFile: play.path("code"), encoding: .utf8) == "141\n")
        }

        @Test func aFolderWithSomethingElseInItIsLeftAlone() async throws {
            let play = try await Playground(photos: 3)
            let folder = play.folder.appending(path: "mine")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try Data("mine".utf8).write(to: folder.appending(path: "holder"))
            let outcome = try await play.sync("mine")
            #expect(outcome.status == 80, "\(outcome.errors)")
            #expect(outcome.errors.contains("has contents, but is not a library"))
            #expect(!outcome.errors.contains("permissions"), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["holder"])
            #expect(try Data(contentsOf: folder.appending(path: "holder")) == Data("mine".utf8))
        }

        @Test func theHomeFolderIsTheOneOfTheEnvironment() async throws {
            let play = try await Playground(photos: 3)
            let outcome = try await Program.run(
                "sync", "--no-thumbnails", "--endpoint", play.endpoint,
                environment: ["HOME": play.folder.path])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let library = play.path(".local/share/photopark")
            #expect(FileManager.default.fileExists(atPath: library + "/library.sqlite"))
        }

        @Test func aFeedWithoutALibrarySaysSo() async throws {
            let outcome = try await Program.run("feed", "--library", "/nonexistent/library")
            #expect(outcome.status == 66, "\(outcome.errors)")
        }

        @Test func aSecondRunSaysWhoHoldsTheLibrary() async throws {
            let play = try await Playground(photos: 50)
            try play.stub.apply(.fault(.init(route: "files/list_folder", delay: .seconds(5))))
            let first = try Program([
                "sync", "--json", "--library", play.path("library"), "--endpoint", play.endpoint,
            ])
            #expect(try await first.line()?.contains("listing") == true)
            let second = try await play.sync()
            #expect(second.status == 79, "\(second.errors)")
            first.send(SIGTERM)
            #expect(try await first.outcome().status == 143)
        }

        @Test(arguments: [
            (SIGHUP, Int32(129)), (SIGINT, Int32(130)), (SIGTERM, Int32(143)),
        ])
        func aSignalStopsARunInOrder(_ signal: Int32, _ status: Int32) async throws {
            let play = try await Playground(photos: 500, pageLimit: 50)
            try play.stub.apply(
                .fault(.init(route: "files/list_folder/continue", skip: 3, delay: .seconds(30))))
            let run = try Program([
                "sync", "--json", "--library", play.path("library"), "--endpoint", play.endpoint,
            ])
            while let line = try await run.line(), !line.contains(#""pages":4"#) {}
            let clock = ContinuousClock()
            let stopped = clock.now
            run.send(signal)
            let outcome = try await run.outcome()
            #expect(outcome.status == status)
            #expect(outcome.output.hasSuffix(#"{"event":"interrupted"}"# + "\n"))
            #expect(clock.now - stopped < .seconds(2))
            try play.stub.apply(.clearFaults)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            #expect(try await play.feed().count == 500)
        }

        @Test func aSignalEndsAProgramWhoseReaderDoesNotRead() async throws {
            let play = try await Playground(photos: 3000)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            // Its output is larger than the capacity of a pipe, so it blocks in the middle of a
            // write.
            let feed = "\(Program.path) feed --json --library \(play.path("library"))"
            let outcome = try await Shell.run(
                "exec 3< <(exec \(feed)); read -r line <&3; kill -TERM $!; wait $!; echo $?")
            #expect(outcome.output == "143\n")
        }
    }
}
