import HTTPGateway
import KeyedStore
import Scheduling
import Testing

@testable import Accounts

/// Each input in each state of a token source.
@Suite struct TokenStateTests {
    private static let network = AccountError(.network, "gone")
    private static let refused = AccountError(.grantRefused, "no")
    private static let first = Secret("canary-1")
    private static let second = Secret("canary-2")
    /// The token is renewed from second 700 on, and ends at second 1,000.
    private static let token = IssuedToken(
        first, remaining: .seconds(1_000), lifetime: .seconds(2_000))

    private enum Stage: CaseIterable {
        case empty, fetching, fresh, due, renewing, refreshing, ended, refusedGrant

        var now: SchedulerInstant {
            switch self {
            case .empty, .fetching, .fresh, .refreshing: .seconds(1)
            case .due, .renewing: .seconds(800)
            case .ended, .refusedGrant: .seconds(1_000)
            }
        }

        var state: TokenState {
            var state = TokenState(
                self == .empty || self == .fetching ? nil : token, at: .seconds(0))
            switch self {
            case .empty, .fresh, .due, .ended: break
            case .fetching, .renewing: _ = state.demanded(nil, at: now)
            case .refreshing: _ = state.demanded(.bearer(first.reveal()), at: now)
            case .refusedGrant:
                _ = state.demanded(nil, at: now)
                _ = state.failed(TokenStateTests.refused, at: now)
            }
            return state
        }
    }

    private func describe(_ credential: Credential?) -> String {
        switch credential {
        case nil: "none"
        case .bearer(Self.first.reveal()): "first"
        case .bearer(Self.second.reveal()): "second"
        default: "other"
        }
    }

    private func describe(_ answer: TokenState.Answer) -> String {
        switch answer {
        case .token(let credential): describe(credential)
        case .failure(let error): error.code.name
        case .wait: "wait"
        case .begin(let refused): refused == nil ? "begin" : "begin without first"
        }
    }

    private func describe(_ result: Result<Credential, AccountError>) -> String {
        switch result {
        case .success(let credential): describe(credential)
        case .failure(let error): error.code.name
        }
    }

    @Test func aNewRequestGetsTheTokenUntilItIsDue() {
        let found = Stage.allCases.map { describe($0.state.current(at: $0.now)) }
        #expect(
            found == ["none", "none", "first", "none", "first", "none", "none", "none"])
    }

    @Test func aRequestWithoutATokenWaitsForARenewal() {
        let found = Stage.allCases.map { stage in
            var state = stage.state
            return describe(state.demanded(nil, at: stage.now))
        }
        #expect(
            found == [
                "begin", "wait", "first", "begin", "first", "wait", "begin", "grantRefused",
            ])
    }

    @Test func aRefusedTokenIsReplaced() {
        let found = Stage.allCases.map { stage in
            var state = stage.state
            return describe(state.demanded(.bearer(Self.first.reveal()), at: stage.now))
        }
        #expect(
            found == [
                "begin", "wait", "begin without first", "begin without first", "wait", "wait",
                "begin without first", "grantRefused",
            ])
    }

    @Test func aRefusedOlderTokenGivesThePresentOne() {
        var state = Stage.fresh.state
        #expect(describe(state.demanded(.bearer("older"), at: .seconds(1))) == "first")
    }

    @Test func aNewTokenIsUsed() {
        for stage in [Stage.fetching, .renewing, .refreshing] {
            var state = stage.state
            let token = IssuedToken(Self.second, remaining: .seconds(1_000))
            #expect(describe(state.issued(token, at: stage.now)) == "second")
            #expect(describe(state.current(at: stage.now)) == "second")
            let due = stage.now.advanced(by: .seconds(700))
            #expect(describe(state.current(at: due)) == "none")
        }
    }

    @Test func aTokenWithoutAnEndIsUsedUntilItIsRefused() {
        var state = Stage.fetching.state
        _ = state.issued(IssuedToken(Self.second), at: .seconds(1))
        #expect(describe(state.current(at: .distantFuture)) == "second")
        #expect(
            describe(state.demanded(.bearer(Self.second.reveal()), at: .seconds(2)))
                == "begin without first")
    }

    @Test func theRefusedTokenIsNotANewOne() {
        var state = Stage.refreshing.state
        #expect(describe(state.issued(Self.token, at: .seconds(1))) == "grantRefused")
        #expect(describe(state.demanded(nil, at: .seconds(1))) == "grantRefused")
    }

    @Test func aRefusedRenewalIsFinal() {
        for stage in [Stage.fetching, .renewing, .refreshing] {
            var state = stage.state
            #expect(describe(state.failed(Self.refused, at: stage.now)) == "grantRefused")
            for _ in 0..<2 {
                #expect(describe(state.demanded(nil, at: stage.now)) == "grantRefused")
            }
        }
    }

    @Test func aFailureThatMayPassLeavesTheValidToken() {
        var state = Stage.renewing.state
        let now = Stage.renewing.now
        #expect(describe(state.failed(Self.network, at: now)) == "first")
        let later = now.advanced(by: TokenState.backoff)
        #expect(describe(state.current(at: now)) == "first")
        #expect(describe(state.current(at: later)) == "none")
        #expect(describe(state.demanded(nil, at: later)) == "begin")
    }

    @Test func aFailureThatMayPassEndsThoseWhoHaveNoToken() {
        for stage in [Stage.fetching, .refreshing] {
            var state = stage.state
            #expect(describe(state.failed(Self.network, at: stage.now)) == "network")
            #expect(describe(state.demanded(nil, at: stage.now)).hasPrefix("begin"))
        }
        var ended = Stage.renewing.state
        #expect(describe(ended.failed(Self.network, at: .seconds(1_000))) == "network")
    }

    @Test(
        arguments: [
            (14_400, 300), (600, 300), (599, 299), (10, 5), (0, 0),
        ] as [(Int64, Int64)])
    func theMarginIsAtMostHalfOfTheLifetime(_ lifetime: Int64, _ margin: Int64) {
        let token = IssuedToken(Self.first, remaining: .seconds(lifetime))
        #expect(token.margin.components.seconds == margin)
    }

    @Test func aStoredTokenBeyondItsLifetimeHasAnUnknownEnd() {
        func remaining(_ expires: Int64?, _ lifetime: Int64?, now: Int64) -> Duration? {
            IssuedToken(
                .init(Self.first, expires: expires, lifetime: lifetime), now: now
            ).remaining
        }
        #expect(remaining(1_000, 100, now: 950) == .seconds(50))
        #expect(remaining(1_000, 100, now: 1_000 + 86_400) == .seconds(-86_400))
        #expect(remaining(1_000, 100, now: 900) == .seconds(100))
        #expect(remaining(1_000, 100, now: 899) == nil)
        #expect(remaining(nil, 100, now: 0) == nil && remaining(7, nil, now: 0) == .seconds(7))
        #expect(remaining(.max, nil, now: .min) == .seconds(Int64.max))
    }
}

extension SchedulerInstant {
    fileprivate static func seconds(_ count: Int64) -> SchedulerInstant {
        SchedulerInstant(nanoseconds: count * 1_000_000_000)
    }
}
