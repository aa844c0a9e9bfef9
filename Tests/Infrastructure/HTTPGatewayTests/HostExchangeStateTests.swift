import Scheduling
import Testing

@testable import HTTPGateway

/// Every input of a request's state machine at every stage, then its rules over several inputs.
@Suite struct HostExchangeStateTests {
    /// A stage, reached from the beginning by a few inputs; attempts have the ticket 7.
    enum Stage: CaseIterable {
        case resolving, refreshing, queued, attempting
        /// The attempt has failed, and the pacer takes its ticket back.
        case releasing
        case backingOff, ended

        var state: HostExchangeState {
            var state = HostExchangeState.make()
            guard self != .resolving else { return state }
            _ = state.resolved(hasCredential: self != .refreshing)
            guard self != .refreshing, self != .queued else { return state }
            _ = state.admitted(7)
            guard self != .attempting else { return state }
            _ = state.failed(lost, at: .start, hasResponded: false, jitter: 1)
            guard self != .releasing else { return state }
            _ = state.released()
            if self == .ended { _ = state.cancelled() }
            return state
        }
    }

    enum Input: CaseIterable {
        case address, addressWithoutCredential, noAddress, refresh, endOfBackOff, admission
        case output, success
        case loss, cutResponse, refusal, expiredCredential, rateLimit, overload
        case endOfRelease, deadline, cancellation

        /// Applies the input, and describes the actions.
        func apply(to state: inout HostExchangeState) throws -> String {
            switch self {
            case .address: return describe(state.resolved(hasCredential: true))
            case .addressWithoutCredential: return describe(state.resolved(hasCredential: false))
            case .noAddress: return describe(state.unprepared(HTTPError(.unavailable, "none")))
            case .refresh: return describe(state.refreshed())
            case .endOfBackOff: return describe(state.backedOff())
            case .admission: return describe(state.admitted(8))
            case .output: return "output of attempt \(state.receivedOutput())"
            case .success: return describe(state.succeeded())
            case .loss: return state.fails(lost)
            case .cutResponse:
                return state.fails(HTTPError(.connectionLost, "cut", phase: .receiving))
            case .refusal: return state.fails(try .refusal(404))
            case .expiredCredential: return state.fails(try .refusal(401))
            case .rateLimit: return state.fails(try .refusal(429, retryAfter: "5"))
            case .overload: return state.fails(try .refusal(503))
            case .endOfRelease: return describe(state.released())
            case .deadline: return describe(state.expired())
            case .cancellation: return describe(state.cancelled())
            }
        }
    }

    /// The rows of the table: the actions, and the step after the release of the ticket.
    ///
    /// All other pairs are unreachable, for the reasons below; they have no action.
    static let table: [Stage: [Input: String]] = [
        .resolving: [
            .address: "acquire", .addressWithoutCredential: "refresh",
            .noAddress: "fail unavailable", .deadline: "", .cancellation: "",
        ],
        .refreshing: [
            .refresh: "acquire", .noAddress: "fail unavailable", .deadline: "", .cancellation: "",
        ],
        .queued: [.admission: "attempt", .deadline: "", .cancellation: ""],
        .attempting: [
            .output: "output of attempt 1", .success: "success 7", .loss: "silence 7",
            .cutResponse: "answer 7", .refusal: "success 7", .expiredCredential: "success 7",
            .rateLimit: "hold 5.0 rateLimited, answer 7",
            .overload: "hold 1.0 backingOff, answer 7",
            .deadline: "silence 7", .cancellation: "silence 7",
        ],
        .releasing: [
            .endOfRelease: "back off 1.0 from 7 after connectionLost", .deadline: "",
            .cancellation: "",
        ],
        .backingOff: [.endOfBackOff: "acquire", .deadline: "", .cancellation: ""],
        // A cancellation during a release is followed by the end of the release.
        .ended: [.endOfRelease: "", .cancellation: ""],
    ]

    /// The reason why an input cannot come at a stage that has no row for it.
    static func reason(_ input: Input) -> String {
        switch input {
        case .address, .addressWithoutCredential: "the address is resolved once, at first"
        case .noAddress: "an address or a refresh fails only while it is awaited"
        case .refresh: "the credential is refreshed only when this is asked for"
        case .endOfBackOff: "a cancelled backoff does not end"
        case .admission: "the pacer admits only what waits"
        case .output, .success, .loss, .cutResponse, .refusal, .expiredCredential, .rateLimit,
            .overload:
            "no attempt is under way"
        case .endOfRelease: "no ticket is being returned"
        case .deadline: "the end cancels the timer"
        case .cancellation: "always possible"
        }
    }

    @Test(arguments: Stage.allCases)
    func everyInputHasItsActions(at stage: Stage) throws {
        let rows = try #require(Self.table[stage])
        for input in Input.allCases {
            var state = stage.state
            let actions = try input.apply(to: &state)
            if let expected = rows[input] {
                #expect(actions == expected, "\(input)")
            } else if input != .output {
                #expect(actions == "", "\(input), although \(Self.reason(input))")
            }
        }
    }

    @Test(arguments: [
        (Input.success, "complete"), (.loss, "back off 1.0 from 7 after connectionLost"),
        (.cutResponse, "back off 1.0 from 7 after connectionLost"), (.refusal, "fail notFound"),
        (.expiredCredential, "refresh"), (.rateLimit, "acquire"), (.overload, "acquire"),
        (.deadline, "fail deadlineExceeded"), (.cancellation, ""),
    ])
    func everyEndOfAnAttemptHasItsStep(_ input: Input, _ step: String) throws {
        var state = Stage.attempting.state
        _ = try input.apply(to: &state)
        let next = describe(state.released())
        #expect(next == step)
    }

    @Test(arguments: Stage.allCases)
    func theDeadlineFailsTheRequest(at stage: Stage) {
        var state = stage.state
        _ = state.expired()
        let next = describe(state.released())
        #expect(next == (stage == .ended ? "" : "fail deadlineExceeded"))
    }

    @Test func theErrorOfTheDeadlineHasTheLastErrorAndTheNumberOfAttempts() {
        var state = Stage.backingOff.state
        _ = state.expired()
        guard case .fail(let error) = state.released() else {
            Issue.record("the request did not fail")
            return
        }
        #expect(error.attempts == 1 && error.cause as? HTTPError == lost)
        #expect(error.reason.contains("60.0 seconds"))
    }

    @Test func aCredentialIsRefreshedOnce() throws {
        var state = Stage.attempting.state
        let first = state.course(try .refusal(401))
        _ = state.refreshed()
        _ = state.admitted(8)
        let second = state.course(try .refusal(401))
        #expect(first == "refresh" && second == "fail unauthorized")
    }

    @Test func aCredentialThatWasFetchedForTheRequestIsRefreshedOnce() throws {
        var state = Stage.refreshing.state
        _ = state.refreshed()
        _ = state.admitted(7)
        let first = state.course(try .refusal(401))
        _ = state.refreshed()
        _ = state.admitted(8)
        let second = state.course(try .refusal(401))
        #expect(first == "refresh" && second == "fail unauthorized")
    }

    @Test func withoutASourceThereIsNoRefresh() throws {
        var state = HostExchangeState.make(canRefresh: false)
        let first = describe(state.resolved(hasCredential: false))
        _ = state.admitted(7)
        let second = state.course(try .refusal(401))
        #expect(first == "acquire" && second == "fail unauthorized")
    }

    @Test func aRequestThatMayNotBeRepeatedIsSentAgainOnlyAfterARateLimit() throws {
        for (error, expected) in [
            (lost, "fail connectionLost"), (try .refusal(503), "fail serverBusy"),
            (try .refusal(429), "acquire"),
        ] {
            var state = HostExchangeState.make(isRepeatable: false)
            _ = state.resolved(hasCredential: true)
            _ = state.admitted(7)
            let step = state.course(error)
            #expect(step == expected)
        }
    }

    @Test func nothingIsRepeatedAfterAnOutput() throws {
        for error in [lost, try .refusal(401), try .refusal(429)] {
            var state = Stage.attempting.state
            _ = state.receivedOutput()
            let step = state.course(error)
            #expect(step == "fail \(error.code.name)")
        }
    }

    @Test func attemptsAreCounted() {
        var state = Stage.queued.state
        for attempt in 1...3 {
            _ = state.admitted(attempt)
            let step = state.course(lost)
            #expect(step == "back off \(1 << (attempt - 1)).0 from \(attempt) after connectionLost")
            _ = state.backedOff()
        }
        _ = state.admitted(4)
        let count = state.receivedOutput()
        #expect(count == 4)
    }

    @Test func theLastErrorHasTheNumberOfAttempts() {
        var state = Stage.backingOff.state
        _ = state.backedOff()
        _ = state.admitted(8)
        _ = state.failed(HTTPError(.notFound, "none"), at: .start, hasResponded: true, jitter: 1)
        guard case .fail(let error) = state.released() else {
            Issue.record("the request did not fail")
            return
        }
        #expect(error.attempts == 2)
    }

    @Test func theWaitIsAShareOfTheLongestOne() {
        var state = Stage.attempting.state
        _ = state.failed(lost, at: .start, hasResponded: false, jitter: 0.5)
        let step = describe(state.released())
        #expect(step == "back off 0.5 from 7 after connectionLost")
    }

    @Test func aServerThatAsksForAPauseGetsItEvenIfNoAttemptFollows() throws {
        var state = HostExchangeState.make(.never)
        _ = state.resolved(hasCredential: true)
        _ = state.admitted(7)
        let release = state.fails(try .refusal(503, retryAfter: "5"))
        let step = describe(state.released())
        #expect(release == "hold 5.0 rateLimited, answer 7" && step == "fail serverBusy")
    }

    @Test func aTimeoutIsRepeatedIfTheServerHasResponded() {
        let silence = HTTPError(.stalled, "no byte came", phase: .awaiting)
        let stall = HTTPError(.stalled, "no further byte came", phase: .receiving)
        for (error, hasResponded, expected) in [
            (silence, false, "fail stalled"), (silence, true, "back off 1.0 from 7 after stalled"),
            (stall, false, "back off 1.0 from 7 after stalled"),
        ] {
            var state = Stage.attempting.state
            _ = state.failed(error, at: .start, hasResponded: hasResponded, jitter: 1)
            let step = describe(state.released())
            #expect(step == expected)
        }
    }
}

private let lost = HTTPError(.connectionLost, "the connection was closed")

private func describe(_ step: HostExchangeState.Step) -> String {
    switch step {
    case .none: ""
    case .resolve: "resolve"
    case .refresh: "refresh"
    case .acquire: "acquire"
    case .attempt: "attempt"
    case .backOff(let ticket, let duration, let error):
        "back off \(duration / .seconds(1)) from \(ticket) after \(error.code.name)"
    case .complete: "complete"
    case .fail(let error): "fail \(error.code.name)"
    }
}

private func describe(_ release: HostExchangeState.Release?) -> String {
    guard let release else { return "" }
    let hold = release.hold.map { "hold \($0.duration / .seconds(1)) \($0.reason), " }
    return "\(hold ?? "")\(release.ending) \(release.ticket)"
}

extension HostExchangeState {
    /// A request that may be repeated three times, within 60 s.
    fileprivate static func make(
        _ policy: HTTPRetryPolicy = HTTPRetryPolicy(firstDelay: .seconds(1)),
        isRepeatable: Bool = true, canRefresh: Bool = true
    ) -> HostExchangeState {
        HostExchangeState(
            RetryBudget(policy, from: .start, within: .seconds(60)), isRepeatable: isRepeatable,
            canRefresh: canRefresh)
    }

    /// The release after a failure.
    fileprivate mutating func fails(_ error: HTTPError) -> String {
        describe(failed(error, at: .start, hasResponded: false, jitter: 1))
    }

    /// The step after a failure and the release.
    fileprivate mutating func course(_ error: HTTPError) -> String {
        _ = failed(error, at: .start, hasResponded: false, jitter: 1)
        return describe(released())
    }
}

extension HTTPError {
    fileprivate static func refusal(
        _ status: Int, retryAfter: String? = nil
    ) throws -> HTTPError {
        var headers = HTTPHeaders()
        if let retryAfter { headers.add("Retry-After", retryAfter) }
        let url = try HTTPURL("https://host.invalid/")
        let head = HTTPResponseHead(status: status, headers: headers, url: url)
        return HTTPError(refusing: HTTPResponse(head: head))
    }
}

extension SchedulerInstant {
    fileprivate static let start = SchedulerInstant(nanoseconds: 0)
}
