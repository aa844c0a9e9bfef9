import Logging
public import Scheduling

/// A handle to a signal of another scheduler; it is `Sendable`, as `SchedulerBound` is.
///
/// It starts the signal on its home scheduler, delivers the events on the scheduler of the
/// subscription, and disposes of the signal on the home scheduler.
public struct BoundSignal<Value: Sendable, Failure: Error>: Sendable {
    /// Called on the home scheduler with the signal, or with the failure that prevents it.
    ///
    /// The argument is `nil` when a shutdown skipped the request.
    @usableFromInline
    typealias Use = @Sendable (Result<Signal<Value, Failure>, Failure>?) -> Void

    /// The outcome of the request to start the signal.
    @usableFromInline
    enum Request {
        case accepted
        case failed(Failure)
        case refused(PostResult)
    }

    /// The scheduler that the signal belongs to.
    public let home: any Scheduler
    @usableFromInline let homeEnd: HomeEnd<Failure>
    /// Calls its argument on the home scheduler, once, unless the request is refused.
    @usableFromInline let request: @Sendable (@escaping Use) -> Request

    @inlinable
    init(
        home: any Scheduler, homeEnd: HomeEnd<Failure>? = nil,
        request: @escaping @Sendable (@escaping Use) -> Request
    ) {
        self.home = home
        self.homeEnd = homeEnd ?? HomeEnd(of: home, failure: nil)
        self.request = request
    }

    /// Creates a handle to the signal that `make` returns on `home`, once for each subscription.
    ///
    /// When `home` ends, the subscription ends without an event, and a line is logged. A service's
    /// signal (`SchedulerBound.signal`) fails instead.
    public init(
        on home: any Scheduler, _ make: @escaping @Sendable () -> Signal<Value, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(on: home, { _ in make() }, file: file, line: line)
    }

    /// Creates a handle to the signal that `make` returns on `home`, with the isolation value.
    ///
    /// ```swift
    /// let ticks = BoundSignal<Int, Never>(on: files) { home in .interval(.seconds(1), in: home) }
    /// ```
    public init(
        on home: any Scheduler,
        _ make: @escaping @Sendable (SchedulerIsolation) -> Signal<Value, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(home: home) { use in
            Request(
                home.post(
                    runOrSkip: { isRun in
                        use(isRun ? .success(make(SchedulerIsolation(home))) : nil)
                    }, provenance: .capture(file, line)))
        }
    }

    /// Returns the signal's events on the caller's scheduler.
    ///
    /// Events cross in batches, with one wake-up for each. When this scheduler is the home of the
    /// signal, the events need no queue and arrive as they are sent. After disposal no event
    /// arrives, even if some were waiting.
    ///
    /// - Parameters:
    ///   - isolation: the caller's scheduler, on which the result is subscribed to.
    ///   - capacity: the maximum number of values that wait for delivery; unlimited by default.
    ///   - overflow: what happens to a value that exceeds the capacity.
    @inlinable
    public func deliver(
        in isolation: SchedulerIsolation, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Signal<Value, Failure> {
        precondition(capacity > 0, "the capacity of a hop must be at least 1")
        precondition(
            capacity == .max || !overflow.isWaiting || home.permitsBlocking,
            "a full hop must not block the main scheduler: choose another overflow policy")
        return Signal(above: nil) { sink in
            let scheduler = isolation.scheduler(for: "deliver")
            if home === scheduler {
                startHere(sink)
            } else {
                let hop = HopBuffer(
                    to: sink, on: scheduler, capacity: capacity, overflow: overflow,
                    file: file, line: line)
                let upstream = RemoteLifetime(on: home)
                sink.lifetime.add {
                    hop.close()
                    upstream.dispose()
                }
                hop.endWithScheduler()
                start(hop, upstream) { report($0, to: sink) }
            }
        }
    }

    @usableFromInline
    func startHere(_ sink: Sink<Value, Failure>) {
        let below = IsolatedBox(sink, of: home)
        // Weak: only the source keeps the closures downstream.
        let ending = home.scheduleAtEnd { [homeEnd, weak below] in
            if let sink = below?.contentOnScheduler { homeEnd.end(sink) }
        }
        sink.lifetime.add { ending.cancel() }
        let request = request { [homeEnd] result in
            guard let sink = below.contentOnScheduler, sink.isLive else { return }
            switch result {
            case .success(let signal):
                signal.begin(
                    sink.lift(sink.onValue) { completion in
                        withExtendedLifetime(below) { sink.forwardEnd(completion) }
                    })
            case .failure(let error): sink.end(.failed(error))
            case nil: homeEnd.end(sink)
            }
        }
        report(request, to: sink)
    }

    /// Starts the signal on the home scheduler.
    ///
    /// The target gets one end, even if the home scheduler ends.
    ///
    /// - Parameter report: called with the outcome of the request, before a refused request counts
    ///   as vanished.
    @inlinable
    func start<Target: HopTarget<Value, Failure>>(
        _ target: Target, _ upstream: RemoteLifetime, _ report: (Request) -> Void
    ) {
        let sender = HopSender(target, homeEnd)
        let request = request { [homeEnd] result in
            let target = sender.target
            guard let result else { return homeEnd.end(target) }
            let lifetime = upstream.begin { homeEnd.end(target) }
            guard let lifetime else { return }
            switch result {
            case .success(let signal):
                signal.begin(
                    Sink(
                        lifetime: lifetime,
                        onValue: { [weak lifetime] value in
                            if !sender.target.send(value) { lifetime?.dispose() }
                        },
                        onEnd: { [operatorPath = signal.operatorPath] completion in
                            let places = SignalTracing.placesToCarry(operatorPath)
                            sender.target.end(.event(completion, through: places))
                        }))
            case .failure(let error): target.end(.event(.failed(error)))
            }
        }
        withExtendedLifetime(sender) { report(request) }
    }

    @usableFromInline
    func report(_ request: Request, to sink: Sink<Value, Failure>) {
        switch request {
        case .accepted: break
        case .failed(let error): sink.end(.failed(error))
        case .refused(let postResult):
            logRefusal(postResult)
            sink.lifetime.dispose()
        }
    }

    func logRefusal(_ postResult: PostResult) {
        Logger(label: "signals").error(
            "a signal of scheduler '\(home.name)' was not started: \(postResult)")
    }
}

extension BoundSignal.Request {
    /// Creates the outcome of a request that was posted and has no failure for a refusal.
    init(_ postResult: PostResult) {
        self = postResult.isAccepted ? .accepted : .refused(postResult)
    }
}
