import Synchronization
public import Scheduling

/// A handle to a signal that lives on another scheduler; it may cross, as `SchedulerBound` may.
///
/// It starts the signal on its home scheduler, delivers the events on the scheduler that asks, and disposes of it at home.
public struct BoundSignal<Value: Sendable, Failure: Error>: Sendable {
    /// The scheduler on which the signal lives.
    public let home: any Scheduler
    /// Hands the signal to its argument at home; answers with the error when home cannot be reached.
    private let withSignal: @Sendable (@escaping @Sendable (Result<Signal<Value, Failure>, Failure>) -> Void) -> Failure?

    init(
        home: any Scheduler,
        withSignal: @escaping @Sendable (@escaping @Sendable (Result<Signal<Value, Failure>, Failure>) -> Void) -> Failure?
    ) {
        self.home = home
        self.withSignal = withSignal
    }

    /// The signal's events on `scheduler`, which is where the result must be subscribed to.
    public func deliver(on scheduler: any Scheduler) -> Signal<Value, Failure> {
        Signal { observer in
            precondition(
                scheduler.isCurrent,
                "a signal that is delivered on scheduler '\(scheduler.name)' was subscribed to elsewhere")
            let hop = Hop(observer: observer)
            let home = home
            let upstream = Upstream()
            let unreachable = withSignal { result in
                switch result {
                case .success(let signal):
                    upstream.disposable.add(
                        signal.observe(
                            { value in scheduler.schedule { hop.observer.send(value) } },
                            ended: { completion in scheduler.schedule { hop.observer.end(completion) } }))
                case .failure(let error):
                    scheduler.schedule { hop.observer.fail(error) }
                }
            }
            if let unreachable { return observer.fail(unreachable) }
            observer.onDispose { home.schedule { upstream.disposable.dispose() } }
        }
    }

    private struct Hop: @unchecked Sendable {  // used on the delivery scheduler only
        let observer: Observer<Value, Failure>
    }

    private final class Upstream: @unchecked Sendable {  // used on the home scheduler only
        let disposable = Disposable()
    }
}

/// A failure type that can say that a bound service was out of reach.
public protocol UnavailabilityConvertible: Error {
    /// The failure of a signal whose service could not be reached.
    init(unavailable error: BoundError)
}

extension BoundError: UnavailabilityConvertible {
    /// The error itself.
    public init(unavailable error: BoundError) { self = error }
}

extension SchedulerBound {
    /// One of the service's signals, as a handle for other schedulers: each subscription calls `make` on the home scheduler.
    ///
    /// When the service is out of reach the signal fails with `Failure(unavailable:)`.
    public func signal<Value: Sendable, Failure: UnavailabilityConvertible>(
        _ make: @escaping @Sendable (Service) -> Signal<Value, Failure>, file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<Value, Failure> {
        BoundSignal(home: scheduler) { [self] use in
            let posting = deliver(
                { result in use(result.map(make).mapError(Failure.init(unavailable:))) }, file, line)
            return refusal(posting).map(Failure.init(unavailable:))
        }
    }
}
