/// The reason why a call to a bound service could not be delivered.
public struct BoundError: Error, Hashable, CustomStringConvertible {
    /// The kind of error; new codes may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// A code named `rawValue`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The service's construction threw.
        public static let constructionFailed = Code(rawValue: "constructionFailed")
        /// The service has been released.
        public static let serviceGone = Code(rawValue: "serviceGone")
        /// The service's scheduler has been shut down.
        public static let schedulerShutDown = Code(rawValue: "schedulerShutDown")
        /// The scheduler's queue is at its capacity.
        public static let queueFull = Code(rawValue: "queueFull")
        /// The call did not begin before its deadline.
        public static let deadlineExceeded = Code(rawValue: "deadlineExceeded")
    }

    /// The kind of error.
    public let code: Code
    /// The service's type.
    public var service: String { "\(serviceType)" }
    private let serviceType: Any.Type
    /// The scheduler that the service is bound to.
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

    /// Whether both have the same code.
    public static func == (lhs: BoundError, rhs: BoundError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The error in one sentence.
    public var description: String {
        let reason = cause.map { ": \($0)" } ?? ""
        return "\(code.rawValue): \(service) on scheduler '\(scheduler)'\(reason)"
    }
}
