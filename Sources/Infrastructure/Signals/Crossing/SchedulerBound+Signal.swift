public import Scheduling

extension SchedulerBound {
    /// Returns a handle for other schedulers to a signal of the service.
    ///
    /// Each subscription calls `make` on the home scheduler. When the service is unavailable, the
    /// signal fails with `Failure(unavailable:)`; so does a live subscription when the service's
    /// scheduler ends.
    @_disfavoredOverload
    public func signal<Value: Sendable, Failure: UnavailabilityConvertible>(
        _ make: @escaping @Sendable (Service) -> Signal<Value, Failure>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<Value, Failure> {
        signal(make, unavailable: Failure.init(unavailable:), file, line)
    }

    /// Returns a handle for other schedulers to a signal of the service that fails with any error.
    ///
    /// When the service is unavailable, it fails with a `BoundError`.
    @_disfavoredOverload
    public func signal<Value: Sendable>(
        _ make: @escaping @Sendable (Service) -> Signal<Value, any Error>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<Value, any Error> {
        signal(make, unavailable: { $0 }, file, line)
    }

    /// Returns a handle for other schedulers to a signal of the service that cannot fail by itself.
    ///
    /// When the service is unavailable, it fails with a `BoundError`. The compiler chooses this
    /// overload for a closure that leaves the failure type open, as in `service.signal { _ in
    /// .sequence([1, 2, 3]) }`.
    public func signal<Value: Sendable>(
        _ make: @escaping @Sendable (Service) -> Signal<Value, Never>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> BoundSignal<Value, BoundError> {
        signal({ make($0).promoteFailure() }, unavailable: { $0 }, file, line)
    }

    /// Returns a handle for other schedulers to a signal of the service.
    ///
    /// When the service is unavailable, it fails with the error that `unavailable` returns.
    package func signal<Value: Sendable, Failure: Error>(
        _ make: @escaping @Sendable (Service) -> Signal<Value, Failure>,
        unavailable: @escaping @Sendable (BoundError) -> Failure,
        _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> BoundSignal<Value, Failure> {
        let homeEnd = HomeEnd(of: scheduler) { [endOfScheduler] in
            unavailable(endOfScheduler)
        }
        return BoundSignal(home: scheduler, homeEnd: homeEnd) { [self] use in
            let postResult = deliver(
                { result in use(result.map(make).mapError(unavailable)) }, file, line)
            return refusal(postResult).map { .failed(unavailable($0)) } ?? .accepted
        }
    }
}
