import Foundation
import LoopbackTestKit
import ProgramTestKit
import Testing

extension WholeProgram {
    /// `photopark serve`, as a user starts it.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct ServeProgramTests {
        @Test func theFirstLineIsTheAddressWithItsToken() async throws {
            let play = try await Playground(photos: 3)
            #expect(try await play.sync().status == 0)
            let program = try Program(["serve", "--library", play.path("library")])
            let line = try #require(try await program.line())
            let match = try #require(
                try /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32})/.wholeMatch(in: line))
            let client = RawClient(port: try #require(Int(match.1)))
            let reply = try await client.send(
                "POST", "/session", headers: ["Content-Type": "application/json"],
                body: Array(#"{"token":"\#(match.2)"}"#.utf8))
            #expect(reply.status == 204)
            let cookie = String(reply.headers["set-cookie"]?.split(separator: ";").first ?? "")
            let months = try await client.send("GET", "/months", headers: ["Cookie": cookie])
            #expect(months.text.contains(#""items":3"#), "\(months.text)")
            let items = try await client.send(
                "GET", "/items/0?version=1", headers: ["Cookie": cookie])
            let path = try #require(try /"(0\/[\w-]+\/[0-9a-f]+)"/.firstMatch(in: items.text)).1
            let picture = try await client.send(
                "GET", "/thumbnails/\(path)", headers: ["Cookie": cookie])
            #expect(picture.status == 200 && picture.isWhole)
            #expect(picture.headers["content-type"] == "image/jpeg")
            program.send(SIGTERM)
            let outcome = try await program.outcome()
            #expect(outcome.status == 143)
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }

        @Test func anAddressThatCannotBeWrittenEndsTheServer() async throws {
            let play = try await Playground(photos: 1)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let outcome = try await Shell.run(
                "\(Program.path) serve --library '\(play.path("library"))' >/dev/full; echo $?")
            #expect(outcome.output.hasSuffix("\n74\n"), "\(outcome.output)")
            #expect(outcome.output.contains("standard output"), "\(outcome.output)")
        }

        @Test(
            .enabled("the program has no originals") {
                try await Program.has("verify")
            })
        func anOriginalThatASyncHasDownloadedIsServed() async throws {
            let play = try await Playground(photos: 2)
            let synced = try await play.sync(
                "library", "--originals", "--to", play.path("photos"))
            #expect(synced.status == 0, "\(synced.errors)")
            let program = try Program(["serve", "--library", play.path("library")])
            let line = try #require(try await program.line())
            let match = try #require(
                try /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32})/.wholeMatch(in: line))
            let client = RawClient(port: try #require(Int(match.1)))
            let reply = try await client.send(
                "POST", "/session", headers: ["Content-Type": "application/json"],
                body: Array(#"{"token":"\#(match.2)"}"#.utf8))
            let cookie = [
                "Cookie": String(reply.headers["set-cookie"]?.split(separator: ";").first ?? "")
            ]
            let months = try await client.send("GET", "/months", headers: cookie)
            let source = try #require(try /"(0\/[\w-]+)\/[0-9a-f]+"/.firstMatch(in: months.text)).1
            let details = try await client.send("GET", "/details/\(source)", headers: cookie)
            let path = try #require(
                try /"path":"([^"]+)","type":"image\/jpeg"/.firstMatch(in: details.text)
            ).1
            let original = try await client.send("GET", "/originals/\(path)", headers: cookie)
            #expect(original.status == 200 && original.isWhole)
            let files = FileManager.default.enumerator(atPath: play.path("photos"))
            let contents = (files?.allObjects as? [String] ?? []).compactMap {
                FileManager.default.contents(atPath: play.path("photos") + "/" + $0)
            }
            #expect(contents.contains(Data(original.body)))
            #expect(original.body.count > 1_000)
            program.send(SIGTERM)
            #expect(try await program.outcome().status == 143)
        }

        @Test(arguments: [
            ["--listen", "0.0.0.0"], ["--listen", "::"], ["--listen", "192.0.2.1"],
            ["--listen", "localhost"], ["--behind-proxy", "http://photos.example.org"],
            ["--behind-proxy", "*"],
        ])
        func aNetworkIsServedBehindAProxyOnly(options: [String]) async throws {
            let outcome = try await Program(["serve"] + options).outcome()
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(options[0]), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }

        @Test(.enabled("needs the command verify") { try await Program.has("verify") })
        func aGuestSeesItsLibraryAndNoOriginals() async throws {
            let play = try await Playground(photos: 2)
            for library in ["shared", "private"] {
                let synced = try await play.sync(
                    library, "--originals", "--to", play.path(library + "-photos"))
                #expect(synced.status == 0, "\(synced.errors)")
            }
            let program = try Program([
                "serve", "--library", play.path("private"), "--library", play.path("shared"),
                "--share", "aunt=\(play.path("shared"))",
            ])
            let owner = try #require(try await program.line())
            let line = try #require(try await program.line())
            let match = try #require(
                try /aunt: http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32})/.wholeMatch(in: line))
            #expect(!owner.contains(match.2))
            let client = RawClient(port: try #require(Int(match.1)))
            let reply = try await client.send(
                "POST", "/session", headers: ["Content-Type": "application/json"],
                body: Array(#"{"token":"\#(match.2)"}"#.utf8))
            let cookie = [
                "Cookie": String(reply.headers["set-cookie"]?.split(separator: ";").first ?? "")
            ]
            let months = try await client.send("GET", "/months", headers: cookie)
            #expect(months.text.contains(#""items":2"#) && !months.text.contains("private"))
            #expect(!months.text.contains(play.folder.path), "\(months.text)")
            let source = try #require(try /"(0\/[\w-]+)\/[0-9a-f]+"/.firstMatch(in: months.text)).1
            let details = try await client.send("GET", "/details/\(source)", headers: cookie)
            #expect(details.text == "{}")
            program.send(SIGTERM)
            #expect(try await program.outcome().status == 143)
        }

        @Test(arguments: [
            ["--share", "aunt"], ["--share", "a=x"], ["--share-originals"],
            ["--share", "a=LIBRARY", "--share", "a=LIBRARY"],
        ])
        func aShareThatIsNotServedIsRefused(_ options: [String]) async throws {
            let play = try await Playground(photos: 1)
            #expect(try await play.sync("library", "--no-thumbnails").status == 0)
            let library = play.path("library")
            let outcome = try await Program(
                ["serve", "--library", library]
                    + options.map { $0.replacing("LIBRARY", with: library) }
            ).outcome()
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
        }

        @Test func aMissingLibraryEndsTheCommand() async throws {
            let outcome = try await Program.run("serve", "--library", "/nonexistent/library")
            #expect(outcome.status == 66)
            #expect(outcome.output.isEmpty)
        }

        @Test func aTakenPortEndsTheCommand() async throws {
            let play = try await Playground(photos: 1)
            #expect(try await play.sync().status == 0)
            let port = play.endpoint.split(separator: ":")[2]
            let outcome = try await Program.run(
                "serve", "--library", play.path("library"), "--port", String(port))
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains("choose another port"), "\(outcome.errors)")
        }
    }
}
