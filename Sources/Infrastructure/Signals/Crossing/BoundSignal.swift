import Logging
public import Scheduling

/// A handle to a signal that lives on another scheduler; it may cross, as `SchedulerBound` may.
///
/// It starts the signal on its home scheduler, delivers the events on the scheduler that asks, and
/// disposes of it at home.
public struct BoundSignal<Value: Sendable, Failure: Error>: Sendable {
    /// Gets the signal at home, or why there is none; `nil` when a shutdown skipped the request.
    @usableFromInline
    typealias Use = @Sendable (Result<Signal<Value, Failure>, Failure>?) -> Void

    /// How the request to start the signal fared.
    @usableFromInline
    enum Request {
        case accepted
        case failed(Failure)
        case refused(Posting)
    }

    /// The scheduler on which the signal lives.
    public let home: any Scheduler
    @usableFromInline let homeEnd: HomeEnd<Failure>
    /// Has its argument called at home, once, unless it is refused.
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

    /// A signal that `make` makes on `home`, anew for each subscription.
    ///
    /// When `home` ends, so does the subscription: without an event, and with a line in the log. A
    /// service's signal (`SchedulerBound.signal`) fails instead.
    public init(
        on home: any Scheduler, _ make: @escaping @Sendable () -> Signal<Value, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(home: home) { use in
            Request(
                home.post(
                    settling: { isRun in use(isRun ? .success(make()) : nil) },
                    provenance: .here(file, line)))
        }
    }

    /// The signal's events on `scheduler`, which is where the result must be subscribed to.
    ///
    /// Events are handed over in batches, with one wake-up for each. When `scheduler` is the home
    /// scheduler they need no queue and arrive as they are sent. After disposal nothing arrives,
    /// whatever waited.
    ///
    /// - Parameters:
    ///   - capacity: how many values may wait for delivery; without it, as many as there is memory.
    ///   - overflow: what becomes of a value for which there is no room.
    @inlinable
    public func deliver(
        on scheduler: any Scheduler, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        file: StaticString = #fileID, line: UInt = #line
    ) -> sending Signal<Value, Failure> {
        precondition(capacity > 0, "a hop needs room for at least one value")
        precondition(
            capacity == .max || !overflow.isWaiting || home.permitsBlocking,
            "a bounded hop from the main scheduler must not hold it up: choose another overflow")
        return Signal(above: nil, holdsSignals: true) { sink in
            precondition(
                scheduler.isCurrent,
                "a signal that is delivered on scheduler '\(scheduler.name)' was subscribed to elsewhere"
            )
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
        let below = Resident(sink, of: home)
        // Weak: the source alone keeps what lies downstream.
        let ending = home.scheduleAtEnd { [homeEnd, weak below] in
            if let sink = below?.here { homeEnd.end(sink) }
        }
        sink.lifetime.add { ending.cancel() }
        let request = request { [homeEnd] result in
            guard let sink = below.here, sink.isLive else { return }
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

    /// Starts the signal at home; the target gets one end, whatever becomes of the home scheduler.
    ///
    /// - Parameter report: told how the request fared, before a refused one counts as vanished.
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
                signal.attach(
                    Sink(
                        lifetime: lifetime, depth: 0,
                        onValue: { [weak lifetime] value in
                            if !sender.target.send(value) { lifetime?.dispose() }
                        },
                        onEnd: { [lineage = signal.lineage] completion in
                            let places = SignalTracing.placesToCarry(lineage)
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
        case .refused(let posting):
            logRefusal(posting)
            sink.lifetime.dispose()
        }
    }

    func logRefusal(_ posting: Posting) {
        Logger(label: "signals").error(
            "a signal of scheduler '\(home.name)' was not started: \(posting)")
    }
}

extension BoundSignal.Request {
    /// How a request fared that was posted, and has no failure for a refusal.
    init(_ posting: Posting) {
        self = posting.isAccepted ? .accepted : .refused(posting)
    }
}
