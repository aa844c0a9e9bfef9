import CScheduling

#if DEBUG || SchedulableChecksInRelease

    /// What an instance of a `@Schedulable` class knows of its home: 16 bytes in each instance, and one object behind them.
    public struct SchedulerPin: Sendable {
        /// The scheduler that an instance belongs to, as a number that is quick to compare.
        public struct Home: Sendable {
            /// The scheduler's address; 0 for an instance that was made outside of every scheduler.
            let address: UInt

            /// Whether the caller is inside the scheduler that the instance was made on.
            @inline(__always)
            public var isCurrent: Bool {
                guard let frame = cs_get_current() else { return isCurrentOutsideOfWork }
                // A frame begins with its scheduler's reference; read as a number it costs no retain.
                let current = frame.assumingMemoryBound(to: UInt.self)  // only enter stores frames
                return current.pointee == address
            }

            /// The same, for a method: the running work is told, so that a report about it can name the method.
            @inline(__always)
            public func isCurrent(entering method: StaticString, of service: Any.Type) -> Bool {
                guard isCurrent else { return false }
                CurrentScheduler.note(service: service, method: method)
                return true
            }

            /// On the main actor, outside of any work item, the main scheduler is current without a frame.
            private var isCurrentOutsideOfWork: Bool {
                address != 0 && Schedulers.current.map(Self.address(of:)) == address
            }

            static func address(of scheduler: any Scheduler) -> UInt {
                UInt(bitPattern: ObjectIdentifier(scheduler))
            }
        }

        /// What only a report needs.
        private final class Origin: Sendable {
            // Not owned: an instance that waits in its scheduler's queue must not keep the scheduler alive. An unowned
            // reference keeps the address from being used again, so that `Home` never takes a new scheduler for this one.
            private unowned let scheduler: (any Scheduler)?
            let name: String?
            let provenance: Provenance?

            init(_ scheduler: (any Scheduler)?) {
                self.scheduler = scheduler
                name = scheduler?.name
                provenance = CurrentScheduler.frame?.pointee.provenance
            }
        }

        /// Where the instance belongs.
        public let home: Home
        private let origin: Origin

        /// Pins an instance of `service` to the scheduler that the caller is inside of; to be outside of all is a violation.
        public init(of service: Any.Type) {
            let scheduler = Schedulers.current
            home = Home(address: scheduler.map(Home.address(of:)) ?? 0)
            origin = Origin(scheduler)
            if scheduler == nil { report(service, .construction, "init") }
        }

        /// Reports that `member` of `object` was used on the wrong scheduler, as `Violations` says for its class.
        public func report(_ object: AnyObject, _ access: Access, _ member: StaticString) {
            report(type(of: object), access, member)
        }

        private func report(_ service: Any.Type, _ access: Access, _ member: StaticString) {
            let violation = Violation(
                service: "\(service)", member: "\(member)", access: access,
                expected: origin.name, actual: Schedulers.current?.name, bound: origin.provenance,
                posted: CurrentScheduler.frame?.pointee.provenance)
            Violations.report(violation, of: service)
        }
    }

#else

    /// What an instance of a `@Schedulable` class knows of its home: nothing, in a build without checks.
    @frozen
    public struct SchedulerPin: Sendable {
        /// The scheduler that an instance belongs to: always the right one, in a build without checks.
        @frozen
        public struct Home: Sendable {
            @usableFromInline
            @inline(__always)
            init() {}

            /// Whether the caller is inside the scheduler that the instance was made on: not looked at.
            @inlinable
            @inline(__always)
            public var isCurrent: Bool { true }

            /// The same, for a method.
            @inlinable
            @inline(__always)
            public func isCurrent(entering method: StaticString, of service: Any.Type) -> Bool {
                true
            }
        }

        /// Where the instance belongs.
        @inlinable
        @inline(__always)
        public var home: Home { Home() }

        /// Pins nothing.
        @inlinable
        @inline(__always)
        public init(of service: Any.Type) {}

        /// Reports nothing.
        @inlinable
        @inline(__always)
        public func report(_ object: AnyObject, _ access: Access, _ member: StaticString) {}
    }

#endif

extension SchedulerPin {
    /// How a member was used, which decides what the report advises.
    @frozen
    public enum Access: Hashable, Sendable {
        /// A method was called that answers nothing.
        case call
        /// A value was asked for: a property, a subscript, a method's result.
        case value
        /// A method was called that throws.
        case attempt
        /// A method was called that is `async`.
        case suspension
        /// A signal was asked for.
        case signal
        /// A property or a subscript was assigned.
        case write
        /// An instance was made.
        case construction
    }
}
