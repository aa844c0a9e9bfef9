import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Syncs that take longer than their tokens live, with real waits.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct ShortTokenTests {
        /// The time for which the stub accepts a token.
        private static let lifetime = Duration.seconds(3)

        private let play: Playground

        init() async throws {
            play = try await Playground(photos: 12, pageLimit: 2, tokenLifetime: Self.lifetime)
            try await play.signIn("home")
        }

        /// Delays four pages of the listing, together by more than the lifetime of a token.
        private func delayPages() throws {
            let delay = InjectedFault(
                route: "files/list_folder/continue", count: 4, delay: .milliseconds(1_100))
            try play.stub.apply(.fault(delay))
        }

        /// The number of requests for a token.
        private var tokenRequests: Int { play.stub.requestCount(route: "oauth2/token") }

        @Test func anAccountRenewsATokenOnceForEachHalfOfItsLife() async throws {
            try delayPages()
            let former = tokenRequests
            let start = ContinuousClock.now
            let outcome = try await play.run("sync", "--quiet")
            let halves = (ContinuousClock.now - start) / (Self.lifetime / 2)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let renewals = tokenRequests - former
            #expect((1...1 + Int(halves)).contains(renewals), "\(renewals) in \(halves) halves")
            #expect(play.stub.requestCount(route: "files/list_folder/continue") > 4)
            let items = try await play.run("feed", "--json").objects()
            #expect(items.count == 12 && items.allSatisfy { $0["thumbnail"] is String })
        }

        @Test func aTokenCommandIsAskedAgainOnceForEachEndOfAToken() async throws {
            let grant = try #require(play.stub.refreshTokens.first)
            let (script, asked) = (play.path("ask.py"), play.path("asked"))
            let text = """
                import urllib.request
                form = b"grant_type=refresh_token&client_id=key&refresh_token=\(grant)"
                with urllib.request.urlopen("\(play.endpoint)/oauth2/token", form) as answer:
                    print(answer.read().decode())
                """
            try Data(text.utf8).write(to: URL(filePath: script))
            try delayPages()
            let former = tokenRequests
            let start = ContinuousClock.now
            let outcome = try await play.sync(
                "library", "--quiet", "--token-command",
                "echo >>'\(asked)'; python3 '\(script)'")
            let lives = (ContinuousClock.now - start) / Self.lifetime
            #expect(outcome.status == 0, "\(outcome.errors)")
            let runs = try Data(contentsOf: URL(filePath: asked)).count
            #expect((2...max(2, 1 + Int(lives))).contains(runs), "\(runs) in \(lives) lives")
            #expect(tokenRequests - former == runs)
            let items = try await play.feed()
            #expect(items.count == 12 && items.allSatisfy { $0["thumbnail"] is String })
        }
    }
}
