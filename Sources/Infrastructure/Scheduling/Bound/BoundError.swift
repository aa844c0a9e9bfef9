public import BoundaryErrors

/// The reason why a call to a bound service could not be delivered.
public struct BoundError: BoundaryError {
    /// The kind of error.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// The service's construction threw.
        public static let constructionFailed = Code(name: "constructionFailed")
        /// The service has been released.
        public static let serviceGone = Code(name: "serviceGone")
        /// The service's scheduler has been shut down.
        public static let schedulerShutDown = Code(name: "schedulerShutDown")
        /// The scheduler's queue is at its capacity.
        public static let queueFull = Code(name: "queueFull")
        /// The call did not begin before its deadline.
        public static let deadlineExceeded = Code(name: "deadlineExceeded")
    }

    /// The kind of error.
    public let code: Code
    /// The service's type.
    public var service: String { "\(serviceType)" }
    private let serviceType: Any.Type
    /// The scheduler that the service is bound to, or the pool that refused the job.
    public let scheduler: String
    /// The underlying error; `nil` where there is none.
    public let cause: (any Error)?

    @usableFromInline
    init(_ code: Code, service: Any.Type, scheduler: any Scheduler, cause: (any Error)? = nil) {
        self.code = code
        self.serviceType = service
        self.scheduler = scheduler.name
        self.cause = cause
    }

    /// Creates the error of a service that `SchedulerBound` does not build.
    package init(_ code: Code, service: Any.Type, on place: String, cause: (any Error)?) {
        self.code = code
        serviceType = service
        scheduler = place
        self.cause = cause
    }

    /// The code, the service, the scheduler and the cause.
    public var message: String {
        let reason = cause.map { ": \($0)" } ?? ""
        return "\(code.name): \(service) on scheduler '\(scheduler)'\(reason)"
    }
}
