import Logging
public import Scheduling

/// A handle to a signal that lives on another scheduler; it may cross, as `SchedulerBound` may.
///
/// It starts the signal on its home scheduler, delivers the events on the scheduler that asks, and
/// disposes of it at home.
public struct BoundSignal<Value: Sendable, Failure: Error>: Sendable {
    /// Gets the signal at home, or why there is none.
    @usableFromInline
    typealias Use = @Sendable (Result<Signal<Value, Failure>, Failure>) -> Void

    /// How the request to start the signal fared.
    @usableFromInline
    enum Request {
        case accepted
        case failed(Failure)
        case refused(Posting)
    }

    /// The scheduler on which the signal lives.
    public let home: any Scheduler
    @usableFromInline let request: @Sendable (@escaping Use) -> Request

    @inlinable
    init(home: any Scheduler, request: @escaping @Sendable (@escaping Use) -> Request) {
        self.home = home
        self.request = request
    }

    /// A signal that `make` makes on `home`, anew for each subscription.
    ///
    /// When `home` has been shut down, the subscription ends without an event, and a log line says
    /// so; a service's signal (`SchedulerBound.signal`) fails instead.
    @inlinable
    public init(on home: any Scheduler, _ make: @escaping @Sendable () -> Signal<Value, Failure>) {
        self.init(home: home) { use in
            let posting = home.schedule { use(.success(make())) }
            return posting.isAccepted ? .accepted : .refused(posting)
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
            capacity == .max || !overflow.isWaiting || !(home is MainScheduler),
            "a bounded hop from the main scheduler must not hold it up: choose another overflow")
        return Signal(above: nil) { sink in
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
                start(hop, for: sink)
            }
        }
    }

    @inlinable
    func startHere(_ sink: Sink<Value, Failure>) {
        let below = Resident(sink, of: home)
        let request = request { result in
            guard let sink = below.here, sink.isLive else { return }
            switch result {
            case .success(let signal): signal.attach(sink.lift(sink.onValue))
            case .failure(let error): sink.end(.failed(error))
            }
        }
        report(request, to: sink)
    }

    @inlinable
    func start(_ hop: HopBuffer<Value, Failure>, for sink: Sink<Value, Failure>) {
        let upstream = Resident(Disposable(), of: home)
        let sender = HopSender(hop)
        sink.lifetime.add {
            hop.close()
            upstream.disposeAtHome()
        }
        let request = request { result in
            guard let lifetime = upstream.here else { return }
            switch result {
            case .success(let signal):
                signal.attach(
                    Sink(
                        lifetime: lifetime, depth: 0,
                        onValue: { [weak lifetime] value in
                            if !sender.hop.send(value) { lifetime?.dispose() }
                        },
                        onEnd: { sender.hop.end($0) }))
            case .failure(let error): sender.hop.end(.failed(error))
            }
        }
        report(request, to: sink)
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

/// The home side's hold of a hop: when the producer drops it without an end, nothing can come.
@usableFromInline
final class HopSender<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let hop: HopBuffer<Value, Failure>

    @inlinable
    init(_ hop: HopBuffer<Value, Failure>) { self.hop = hop }

    deinit { hop.abandon() }
}
