/// A handle that does not keep its service alive.
///
/// ```swift
/// let presenter = SchedulerBound(on: MainScheduler.shared) { FeedPresenter() }.weak
/// presenter.schedule { $0.show(page) }     // does nothing once the presenter is gone
/// ```
public struct WeakBound<Service>: Sendable {
    /// The handle; `nil` once no other reference keeps it.
    public private(set) weak var bound: SchedulerBound<Service>?

    /// Calls the service on its scheduler, if it still exists.
    ///
    /// - Returns: whether the scheduler accepted the call; `nil` when the service is gone, which is
    ///   not logged here.
    @discardableResult
    public func schedule(
        _ work: consuming sending @escaping (Service) -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Posting? {
        guard let bound else { return nil }
        return bound.schedule(work, file: file, line: line)
    }
}

extension SchedulerBound {
    /// A handle that does not keep the service alive.
    public var weak: WeakBound<Service> { WeakBound(bound: self) }
}
