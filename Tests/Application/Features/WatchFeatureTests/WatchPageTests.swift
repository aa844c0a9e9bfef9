import Foundation
import LoopbackTestKit
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark watch --serve`: the watch and the page in one process.
    @Suite(.enabled("the program has no page") { try await Program.has("serve") })
    struct WatchPageTests {
        private func watch(_ play: Playground, _ options: String...) throws -> Program {
            let library = play.path("library")
            return try Program(
                ["watch", "--serve", "--library", library, "--endpoint", play.endpoint] + options)
        }

        /// A client of the page at the address of a line, and its cookie.
        private func visitor(_ line: String) async throws -> (RawClient, [String: String]) {
            let match = try #require(
                try /.*http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{32}).*/.wholeMatch(in: line),
                "\(line)")
            let client = RawClient(port: try #require(Int(match.1)))
            let reply = try await client.send(
                "POST", "/session", headers: ["Content-Type": "application/json"],
                body: Array(#"{"token":"\#(match.2)"}"#.utf8))
            try #require(reply.status == 204)
            let cookie = reply.headers["set-cookie"]?.split(separator: ";").first ?? ""
            return (client, ["Cookie": String(cookie)])
        }

        @Test func aChangeThatTheWatchStoresIsInTheOpenPage() async throws {
            let play = try await Playground(photos: 3)
            let run = try watch(play)
            let (client, cookie) = try await visitor(try #require(await run.line()))
            let stream = Task {
                try await client.script { connection in
                    connection.send(
                        "GET /changes HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
                            + "Cookie: \(cookie["Cookie"] ?? "")\r\n\r\n")
                    return String(decoding: connection.rest(), as: UTF8.self)
                }
            }
            func wait(for count: Int) async throws {
                while true {
                    let months = try await client.send("GET", "/months", headers: cookie)
                    try #require(months.status == 200, "\(months.text)")
                    if months.text.contains("\"items\":\(count),") { return }
                }
            }
            // The page is there before the library, and shows it when it is stored.
            try await wait(for: 3)
            try play.stub.apply(.addPhotos(folder: "/new", count: 2))
            try await wait(for: 5)
            run.send(SIGTERM)
            let events = try await stream.value
            #expect(events.matches(of: /data: \d+\n\n/).count > 1, "\(events)")
            let outcome = try await run.outcome()
            #expect(outcome.status == 143)
            #expect(!outcome.errors.contains("did not stop"), "\(outcome.errors)")
            // The token is in standard output only.
            #expect(!outcome.errors.contains("#"), "\(outcome.errors)")
        }

        @Test func theAddressesAreEventsWithJSON() async throws {
            let play = try await Playground(photos: 1)
            let run = try watch(
                play, "--json", "--share", "aunt=\(play.path("library"))")
            func event() async throws -> [String: String] {
                let line = try #require(await run.line())
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return try #require(object as? [String: Any]).mapValues { "\($0)" }
            }
            let owner = try await event(), guest = try await event()
            #expect(owner["event"] == "serving" && owner["guest"] == "<null>")
            #expect(guest["event"] == "serving" && guest["guest"] == "aunt")
            _ = try await visitor(try #require(owner["address"]))
            _ = try await visitor(try #require(guest["address"]))
            while try await event()["state"] != "waiting" {}
            // A reload keeps the page, its addresses and its sessions.
            let (client, cookie) = try await visitor(try #require(owner["address"]))
            run.send(SIGHUP)
            #expect(try await event()["state"] == "reloaded")
            #expect(try await client.send("GET", "/months", headers: cookie).status == 200)
            run.send(SIGTERM)
            #expect(try await run.outcome().status == 143)
        }

        @Test(arguments: [
            ["--port", "8080"], ["--share", "aunt=home"], ["--serve", "--listen", "0.0.0.0"],
            ["--serve", "--share", "aunt=elsewhere"], ["--serve", "--behind-proxy", "*"],
        ])
        func optionsThatDoNotFitEndTheWatchBeforeItsFirstRun(_ options: [String]) async throws {
            let play = try await Playground(photos: 1)
            let outcome = try await Program(
                ["watch", "--library", play.path("library"), "--endpoint", play.endpoint] + options
            ).outcome()
            #expect(outcome.status == 64, "\(outcome)")
            #expect(!FileManager.default.fileExists(atPath: play.path("library")))
        }

        @Test func aTakenPortOfThePageEndsTheWatch() async throws {
            let play = try await Playground(photos: 1)
            let port = String(play.endpoint.split(separator: ":")[2])
            let outcome = try await watch(play, "--port", port).outcome()
            #expect(outcome.status == 73, "\(outcome)")
        }
    }
}
