import KeyedStore
import LoopbackTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

@Suite struct CallbackListenerTests {
    private static let answer = "/dropbox?code=canary-code&state=canary-state"

    private func open(port: Int = 0) async throws -> (CallbackListener, RawClient) {
        let listener = try await CallbackListener.open(
            .init(port: port, path: "/dropbox"), state: Secret("canary-state"))
        let digits = listener.redirect.drop { !$0.isNumber }.dropFirst("127.0.0.1:".count)
            .prefix { $0.isNumber }
        return (listener, RawClient(port: try #require(Int(digits))))
    }

    /// Waits until no process listens on a port.
    ///
    /// A process that another test starts has all sockets of this one until it runs its program.
    private func waitUntilClosed(_ port: Int) async {
        while RawConnection(to: port) != nil { await Task.detached {}.value }
    }

    @Test func theFirstAnswerWithTheStateIsReceived() async throws {
        let (listener, client) = try await open()
        #expect(listener.redirect == "http://127.0.0.1:\(client.port)/dropbox")
        async let received = listener.answer()
        for (target, status) in [
            ("/dropbox?code=other&state=wrong", 400), ("/favicon.ico", 404), ("/dropbox", 400),
        ] {
            #expect(try await client.send("GET", target).status == status)
        }
        #expect(try await client.send("POST", Self.answer).status == 405)
        let reply = try await client.send("GET", Self.answer)
        #expect(reply.status == 200)
        #expect(await received == .code(try AuthorizationCode(pasted: "canary-code")))
    }

    @Test func thePageIsConstantAndLeavesNoTrace() async throws {
        let (listener, client) = try await open()
        async let received = listener.answer()
        let replies = [
            try await client.send("GET", "/dropbox?code=canary-code&state=canary"),
            try await client.send("GET", Self.answer),
        ]
        for reply in replies {
            #expect(reply.headers["cache-control"] == "no-store")
            #expect(reply.headers["referrer-policy"] == "no-referrer")
            let policy = reply.headers["content-security-policy"]
            #expect(policy?.hasPrefix("default-src 'none'") == true)
            #expect(!reply.text.contains("canary"))
            #expect(!"\(reply.headers)".contains("canary"))
        }
        _ = await received
    }

    @Test(arguments: [
        "localhost:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.:PORT", "[::1]:PORT", "127.1:PORT",
        "example.org", "0.0.0.0:PORT",
    ])
    func anotherHostIsRefused(_ host: String) async throws {
        let (listener, client) = try await open()
        let name = host.replacing("PORT", with: "\(client.port)")
        let reply = try await client.send("GET", Self.answer, headers: ["Host": name])
        #expect(reply.status == 403)
        async let received = listener.answer()
        #expect(try await client.send("GET", Self.answer).status == 200)
        #expect(await received != nil)
    }

    @Test func thePortClosesWithinASecondAfterTheAnswer() async throws {
        let (listener, client) = try await open()
        // A browser keeps connections open.
        let idle = try #require(RawConnection(to: client.port))
        async let received = listener.answer()
        _ = try await client.send("GET", Self.answer)
        _ = await received
        await waitUntilClosed(client.port)
        #expect(CallbackListener.closing < .seconds(1))
        withExtendedLifetime(idle) {}
    }

    @Test func aSecondAnswerIsNotReceived() async throws {
        let (listener, client) = try await open()
        let replies = [
            try await client.send("GET", Self.answer), try await client.send("GET", Self.answer),
        ]
        #expect(replies.map(\.status) == [200, 400])
        #expect(await listener.answer() != nil)
    }

    @Test func aPortThatIsTakenIsAnError() async throws {
        let (listener, client) = try await open()
        let error = await #expect(throws: AccountError.self) { try await open(port: client.port) }
        #expect(error?.code == .cannotListen)
        withExtendedLifetime(listener) {}
    }

    @Test func theReleaseClosesThePort() async throws {
        var (listener, client): (CallbackListener?, RawClient) = try await open()
        #expect(RawConnection(to: client.port) != nil)
        withExtendedLifetime(listener) {}
        listener = nil
        await waitUntilClosed(client.port)
    }

    @Test func cancellationClosesThePort() async throws {
        let (listener, client) = try await open()
        let waiting = Task { await listener.answer() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        await waitUntilClosed(client.port)
    }

    @Test func theWaitEndsAfterItsLimit() async throws {
        let (listener, _) = try await open()
        let scheduler = VirtualScheduler()
        let error = scheduler.enter {
            let events = Events(listener.answers(within: .seconds(300), in: .here))
            scheduler.advance(by: .seconds(299))
            let early = events.completion
            scheduler.advance(by: .seconds(1))
            return early == nil ? events.error : nil
        }
        #expect(error?.code == .timedOut)
    }
}
