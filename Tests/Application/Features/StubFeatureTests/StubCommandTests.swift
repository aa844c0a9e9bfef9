import Foundation
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `photopark stub`, and the command line of `photopark demo`.
    @Suite struct StubCommandTests {
        @Test(arguments: [
            (["stub", "--photos", "3", "--root", "/"], "--photos and --root cannot be combined"),
            (["stub", "--port", "70000"], "--port must be 0 to 65535"),
            (["stub", "--port", "-3"], "--port must be 0 to 65535"),
            (["stub", "--webdav", "--root", "/"], "--webdav cannot be combined with --root"),
            (["stub", "--page-limit", "0"], "--page-limit must be 1 or more"),
            (["stub", "--root", ""], "'--root <DIR>'"),
            (["stub", "photos"], "did you mean --root photos?"),
            (["demo", "--output", ""], "'--output <DIR>'"),
            (["demo", "--photos", "-3"], "--photos must be 1 to 1000000"),
            (["demo", "out"], "did you mean --output out?"), (["server"], "did you mean 'stub'?"),
        ])
        func aWrongCommandLineNamesTheMistakeAndTheWayOut(
            _ arguments: [String], _ message: String
        ) async throws {
            let outcome = try await Program(arguments).outcome()
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("Error: "), "\(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }

        @Test func aTokenFileThatCannotBeReadSaysWhy() async throws {
            for (path, reason) in [("/tmp", "directory"), ("/nonexistent", "No such file")] {
                let outcome = try await Program.run("stub", "--token-file", path)
                #expect(outcome.status == 77)
                #expect(outcome.errors.contains(path), "\(outcome.errors)")
                #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            }
        }

        @Test func aPortThatIsTakenIsSaidPlainly() async throws {
            let play = try await Playground()
            let port = try #require(play.endpoint.split(separator: ":").last)
            let outcome = try await Program.run("stub", "--port", String(port))
            #expect(outcome.status == 73)
            #expect(
                outcome.errors
                    == "photopark: cannot listen on 127.0.0.1:\(port): Address already in use\n")
        }

        @Test(arguments: ["", "--webdav"])
        func anAddressThatCannotBeWrittenEndsTheStub(_ option: String) async throws {
            let outcome = try await Shell.run(
                "\(Program.path) stub --photos 1 \(option) >/dev/full; echo $?")
            #expect(outcome.output.hasSuffix("\n74\n"), "\(outcome.output)")
            #expect(outcome.output.contains("standard output"), "\(outcome.output)")
        }

        @Test(.enabled("needs the command sync") { try await Program.has("sync") })
        func theStubSpeaksWebDAV() async throws {
            let play = try await Playground()
            let stub = try Program(["stub", "--photos", "3", "--webdav"])
            let line = try #require(try await stub.line())
            let address = try #require(line.split(separator: " ").last.map(String.init))
            #expect(address.hasSuffix("/remote.php/dav/files/ada"), "\(line)")
            let outcome = try await Program.run(
                "sync", "--provider", "webdav", "--endpoint", address, "--user", "ada",
                "--library", play.path("library"))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await play.feed().count == 3)
            stub.send(SIGINT)
            #expect(try await stub.outcome().status == 130)
        }

        @Test func theStubSaysWhereItListensAndStopsWhenAsked() async throws {
            let stub = try Program(["stub", "--photos", "3"])
            #expect(
                try await stub.line()?.hasPrefix("photopark stub listening on http://127.0.0.1:")
                    == true)
            stub.send(SIGINT)
            #expect(try await stub.outcome().status == 130)
        }
    }
}
