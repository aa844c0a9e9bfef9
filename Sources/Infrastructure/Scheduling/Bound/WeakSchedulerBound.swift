/// A handle that does not keep its service alive.
///
/// ```swift
/// let presenter = SchedulerBound(on: MainScheduler.shared) { Presenter() }
/// let observer = presenter.weak
/// observer.schedule { $0.show(page) }     // does nothing once `presenter` is released
/// ```
public struct WeakSchedulerBound<Service>: Sendable {
    /// The handle; `nil` once all other references to it are released.
    public private(set) weak var handle: SchedulerBound<Service>?

    /// Calls the service on its scheduler, if it still exists.
    ///
    /// - Returns: whether the scheduler accepted the call; `nil` when the service is gone, which is
    ///   not logged here.
    @discardableResult
    public func schedule(
        _ work: consuming sending @escaping (Service) -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> PostResult? {
        guard let handle else { return nil }
        return handle.schedule(work, file: file, line: line)
    }
}

extension SchedulerBound {
    /// A handle that does not keep the service alive.
    public var weak: WeakSchedulerBound<Service> { WeakSchedulerBound(handle: self) }
}
