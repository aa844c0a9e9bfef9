import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import HTTPGateway

/// Laws over random orders of what requests, their users and servers do.
@Suite struct InterleavingTests {
    private let scheduler = VirtualScheduler()

    @Test func everyPlaceOfAPacerComesBack() {
        #expect(Interleaving<PacerOrders>.violation() == nil)
    }

    @Test func everyRequestEndsAndReturnsItsPlace() {
        scheduler.enter { #expect(Interleaving<HostOrders>.violation(orders: 100) == nil) }
    }

    @Test func aRefreshServesAllWhoStillWaitForIt() {
        scheduler.enter { #expect(Interleaving<CredentialOrders>.violation() == nil) }
    }
}

private let refusal = HTTPError(.rateLimited, "the server answered 429")

private final class PacerOrders: InterleavedMachine {
    enum Input { case arrive, cancel, succeed, answer, silence, hold, endPause }
    static let inputs: [Input] =
        [.arrive, .arrive, .arrive, .cancel, .succeed, .answer, .silence, .hold, .endPause]

    private(set) var violation: String?
    private let concurrency: Int
    private var state: PacerState<Int>
    private var arrived = 0
    private var waiting: [Int] = []
    private var active: [Int] = []
    /// The end of the pause.
    private var until: SchedulerInstant?

    init(variant: Int, interrupt: @escaping () -> Void) {
        concurrency = 1 + variant % 4
        state = PacerState(concurrency: concurrency, longestPause: .seconds(60))
    }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .arrive: arrive()
        case .cancel:
            guard !waiting.isEmpty else { return }
            let gone = waiting.remove(at: choice % waiting.count)
            if state.cancelled(gone) != gone { violation = "\(gone) is not given back" }
            if state.cancelled(gone) != nil { violation = "\(gone) is given back twice" }
        case .succeed: end(choice, .success)
        case .answer: end(choice, .answer)
        case .silence: end(choice, .silence)
        case .hold: hold(for: .seconds(choice), at: SchedulerInstant(nanoseconds: 0))
        case .endPause: endPause()
        }
        check()
    }

    func finish() {
        endPause()
        while violation == nil, !active.isEmpty { apply(.succeed, 0) }
        for _ in 0..<40 where violation == nil {
            apply(.arrive, 0)
            apply(.succeed, 0)
        }
        for _ in 0..<concurrency where violation == nil { apply(.arrive, 0) }
        if active.count < concurrency { violation = violation ?? "a place is not returned" }
    }

    private func arrive() {
        arrived += 1
        switch state.arrived(arrived) {
        case .start(let ticket):
            if ticket != arrived || !waiting.isEmpty { violation = "\(ticket) does not queue" }
            active.append(ticket)
        case .wait(let ticket):
            if ticket != arrived { violation = "\(arrived) has the ticket \(ticket)" }
            waiting.append(ticket)
        }
    }

    private func end(_ choice: Int, _ ending: PacerState<Int>.Ending) {
        guard !active.isEmpty else { return }
        state.ended(active.remove(at: choice % active.count), ending)
        admit()
    }

    private func hold(for duration: Duration, at now: SchedulerInstant) {
        let end = now.advanced(by: min(duration, .seconds(60)))
        let isLonger = until.map { end > $0 } ?? true
        let timer = state.hold(for: duration, .rateLimited, after: refusal, at: now)
        if (timer != nil) != isLonger { violation = "a pause has the wrong end" }
        if isLonger { until = end }
    }

    private func endPause() {
        guard until != nil else { return }
        until = nil
        state.pauseEnded()
        admit()
        check()
    }

    private func admit() {
        while let next = state.next() {
            if next.ticket != waiting.first || next.start != next.ticket || until != nil {
                violation = "\(next) starts before \(waiting), with a pause until \(until as Any)"
            }
            waiting.removeAll { $0 == next.ticket }
            active.append(next.ticket)
        }
    }

    private func check() {
        if active.count > concurrency { violation = violation ?? "\(active) are too many" }
        if until == nil, active.isEmpty, !waiting.isEmpty {
            violation = violation ?? "\(waiting) wait for nothing"
        }
    }
}

private final class HostOrders: InterleavedMachine {
    enum Input { case request, dispose, advance }
    static let inputs: [Input] = [.request, .request, .request, .dispose, .advance, .advance]

    private final class Request {
        var token: Disposable?
        var isDisposed = false
        var ends = 0
    }

    private(set) var violation: String?
    private let clock: VirtualScheduler
    private let concurrency: Int
    private let interrupt: () -> Void
    private var answers = 0
    private var isHealthy = false
    private var requests: [Request] = []
    private lazy var host = HostStub(
        home: .here, credentials: Tokens(first: "old"),
        pacer: HostPacer(home: .here, .init(concurrency: concurrency))
    ) { [weak self] _ in
        self?.answer() ?? StubResponse(404)
    }

    init(variant: Int, interrupt: @escaping () -> Void) {
        guard let clock = Schedulers.current as? VirtualScheduler else {
            preconditionFailure("the test enters a scheduler")
        }
        self.clock = clock
        concurrency = 1 + variant % 3
        answers = variant
        self.interrupt = interrupt
    }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .request: request()
        case .dispose:
            guard !requests.isEmpty else { return }
            let request = requests[choice % requests.count]
            request.token?.dispose()
            if request.token != nil { request.isDisposed = true }
        case .advance: clock.advance(by: .milliseconds(choice * 50))
        }
    }

    func finish() {
        isHealthy = true
        clock.run()
        for _ in 0..<40 {
            request()
            clock.run()
        }
        if requests.contains(where: { !$0.isDisposed && $0.ends == 0 }) {
            violation = violation ?? "a request does not end"
        }
        let before = host.calls.count
        for _ in 0..<concurrency { request() }
        clock.runUntilIdle()
        if host.calls.count - before != concurrency {
            violation = violation ?? "a place is not returned"
        }
        clock.run()
    }

    private func answer() -> StubResponse {
        if isHealthy { return StubResponse(200, delay: .seconds(1)) }
        answers += 7
        let status = [200, 429, 200, 401, 503, 200, 404, 500][answers % 8]
        return StubResponse(status, delay: .milliseconds(300 * (answers % 3)))
    }

    private func request() {
        let request = Request()
        requests.append(request)
        request.token = host.output(of: GET("a")).observe(
            { [weak self] _ in
                if request.isDisposed || request.ends > 0 { self?.violation = "a late output" }
                self?.interrupt()
            },
            ended: { [weak self] _ in
                request.ends += 1
                if request.isDisposed || request.ends > 1 { self?.violation = "a late end" }
                self?.interrupt()
            })
    }
}

private final class CredentialOrders: InterleavedMachine {
    enum Input { case refresh, dispose, succeed, fail, vanish }
    static let inputs: [Input] = [.refresh, .refresh, .refresh, .dispose, .succeed, .fail, .vanish]

    private final class Request {
        var token: Disposable?
        var isDisposed = false
        var hasOutput = false
        var hasEnded = false
    }

    /// A source whose refresh ends when the machine says so.
    private final class Source: CredentialSource {
        var observer: Observer<Credential, HTTPError>?
        var hasTwo = false
        var current: Credential? { nil }

        func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
            Signal { [self] in
                if observer != nil { hasTwo = true }
                observer = $0
            }
        }
    }

    private(set) var violation: String?
    private let interrupt: () -> Void
    private let source = Source()
    private let credentials: SharedCredentials
    private var requests: [Request] = []
    private var count = 0
    private var depth = 0

    init(variant: Int, interrupt: @escaping () -> Void) {
        credentials = SharedCredentials(source)
        self.interrupt = interrupt
    }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .refresh: refresh(choice % 4 == 0 ? nil : credentials.current)
        case .dispose:
            guard !requests.isEmpty else { return }
            let request = requests[choice % requests.count]
            request.token?.dispose()
            if request.token != nil { request.isDisposed = true }
        case .succeed, .fail, .vanish: end(input)
        }
        if source.hasTwo { violation = violation ?? "two refreshes are under way" }
        let isLeft = requests.contains { !$0.isDisposed && !$0.hasEnded }
        if depth == 0, isLeft, source.observer == nil {
            violation = violation ?? "a request waits for no refresh"
        }
    }

    func finish() { for _ in 0..<30 { apply(.succeed, 0) } }

    private func end(_ input: Input) {
        guard let observer = source.observer else { return }
        source.observer = nil
        // A vanished source drops its observer, here.
        guard input != .vanish else { return }
        if input == .fail { return observer.fail(HTTPError(.forbidden, "no")) }
        count += 1
        observer.send(.bearer("new\(count)"))
        observer.complete()
    }

    private func refresh(_ expired: Credential?) {
        let request = Request()
        requests.append(request)
        request.token = credentials.refresh(expired).observe(
            { [weak self] credential in
                if request.isDisposed || request.hasEnded || request.hasOutput {
                    self?.violation = "a late credential"
                }
                if credential == expired { self?.violation = "the refused credential comes back" }
                request.hasOutput = true
                self?.interruptDelivery()
            },
            ended: { [weak self] completion in
                if request.isDisposed || request.hasEnded { self?.violation = "a late end" }
                if case .completed = completion, !request.hasOutput {
                    self?.violation = "a refresh completes without a credential"
                }
                request.hasEnded = true
                self?.interruptDelivery()
            })
    }

    private func interruptDelivery() {
        depth += 1
        interrupt()
        depth -= 1
    }
}
