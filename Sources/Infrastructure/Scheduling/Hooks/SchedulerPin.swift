import CScheduling

#if DEBUG || SchedulableChecksInRelease

    /// What an instance of a `@Schedulable` class knows of its home: 16 bytes in each instance, and one object behind them.
    public struct SchedulerPin: Sendable {
        // The questions that `@Schedulable` asks before every use of a service. In a build without optimisation each
        // parameter and each variable costs a call that clears it, so they have none, and the caller compares.

        /// The scheduler that the caller is inside of, as a number that is quick to compare; 0 for none.
        public static var here: UInt {
            if unsafeBitCast(cs_get_current(), to: UInt.self) == 0 { return mainActor }  // 0 if nil
            // A frame begins with its scheduler's reference; read as a number it costs no retain.
            return unsafeBitCast(cs_get_current(), to: UnsafePointer<UInt>.self).pointee  // not nil
        }

        /// The same, but 0 while somebody records what the scheduler's work does, and wants to be told.
        public static var hereUnrecorded: UInt {
            if unsafeBitCast(cs_get_current(), to: UInt.self) == 0 { return mainActor }  // 0 if nil
            if unsafeBitCast(frame.pointee.journal, to: UInt.self) != 0 { return 0 }  // a reference
            return unsafeBitCast(cs_get_current(), to: UnsafePointer<UInt>.self).pointee  // not nil
        }

        /// The innermost frame, where there is one.
        private static var frame: UnsafePointer<CurrentScheduler> {
            unsafeBitCast(cs_get_current(), to: UnsafePointer<CurrentScheduler>.self)  // enter's
        }

        /// On the main actor, outside of any work item, the main scheduler is current without a frame.
        private static var mainActor: UInt { MainScheduler.isMainContext ? main : 0 }

        private static let main = address(of: MainScheduler.shared)
        // No address, and not the 0 of a thread without a scheduler.
        private static let nowhere: UInt = 1

        private static func address(of scheduler: any Scheduler) -> UInt {
            UInt(bitPattern: ObjectIdentifier(scheduler))
        }

        /// What only a report needs.
        private final class Origin: Sendable {
            // Not owned: an instance that waits in its scheduler's queue must not keep the scheduler alive. An unowned
            // reference keeps the address from being used again, so that `home` is never a new scheduler's.
            private unowned let scheduler: (any Scheduler)?
            let name: String?
            let provenance: Provenance?
            private let user = Guarded<(address: UInt, name: String)?>(nil)

            /// The scheduler that used an object first that was made outside of all: `scheduler`, unless another one came before.
            func firstUser(_ scheduler: any Scheduler) -> (address: UInt, name: String) {
                user.withLock { user in
                    let first = user ?? (SchedulerPin.address(of: scheduler), scheduler.name)
                    user = first
                    return first
                }
            }

            init(_ scheduler: (any Scheduler)?) {
                self.scheduler = scheduler
                name = scheduler?.name
                provenance = CurrentScheduler.frame?.pointee.provenance
            }
        }

        /// The scheduler that the instance belongs to, as `here` tells it.
        public let home: UInt
        private let origin: Origin

        /// Pins an instance of `service` to the scheduler that the caller is inside of; to be outside of all is a violation.
        public init(of service: Any.Type) {
            let scheduler = Schedulers.current
            home = scheduler.map(Self.address(of:)) ?? Self.nowhere
            origin = Origin(scheduler)
            if scheduler == nil { report(service, .construction, "init", expected: nil) }
        }

        /// Pins an object to the scheduler that the caller is inside of; one that is made outside of all belongs to the first
        /// scheduler that uses it.
        public init() {
            let scheduler = Schedulers.current
            home = scheduler.map(Self.address(of:)) ?? Self.nowhere
            origin = Origin(scheduler)
        }

        /// Reports a use of an object of `type` away from its scheduler, if it has one.
        public func check(_ type: Any.Type, _ access: Access, _ member: StaticString) {
            if home == Self.here { return }
            guard home == Self.nowhere else {
                return report(type, access, member, expected: origin.name)
            }
            guard let scheduler = Schedulers.current else { return }
            let user = origin.firstUser(scheduler)
            if user.address != Self.address(of: scheduler) {
                report(type, access, member, expected: user.name)
            }
        }

        /// Reports that `member` of `object` was used on the wrong scheduler, as `Violations` says for its class.
        public func report(_ object: AnyObject, _ access: Access, _ member: StaticString) {
            report(type(of: object), access, member, expected: origin.name)
        }

        /// Tells whoever records the scheduler's work that a method begins; reports it when the scheduler is wrong.
        public func enter(_ object: AnyObject, _ access: Access, _ method: StaticString) {
            let service: Any.Type = type(of: object)
            if home == Self.here {
                CurrentScheduler.note(service: service, method: method)
            } else {
                report(service, access, method, expected: origin.name)
            }
        }

        private func report(
            _ service: Any.Type, _ access: Access, _ member: StaticString, expected: String?
        ) {
            let violation = Violation(
                service: "\(service)", member: "\(member)", access: access,
                expected: expected, actual: Schedulers.current?.name, bound: origin.provenance,
                posted: CurrentScheduler.frame?.pointee.provenance)
            Violations.report(violation, of: service)
        }
    }

#else

    /// What an instance of a `@Schedulable` class knows of its home: nothing, in a build without checks.
    @frozen
    public struct SchedulerPin: Sendable {
        /// Where the caller is: not looked at.
        @inlinable
        @inline(__always)
        public static var here: UInt { 0 }

        /// Where the caller is: not looked at.
        @inlinable
        @inline(__always)
        public static var hereUnrecorded: UInt { 0 }

        /// Where the instance belongs: always here.
        @inlinable
        @inline(__always)
        public var home: UInt { 0 }

        /// Pins nothing.
        @inlinable
        @inline(__always)
        public init(of service: Any.Type) {}

        /// Pins nothing.
        @inlinable
        @inline(__always)
        public init() {}

        /// Looks at nothing.
        @inlinable
        @inline(__always)
        public func check(_ type: Any.Type, _ access: Access, _ member: StaticString) {}

        /// Reports nothing.
        @inlinable
        @inline(__always)
        public func report(_ object: AnyObject, _ access: Access, _ member: StaticString) {}

        /// Tells nobody.
        @inlinable
        @inline(__always)
        public func enter(_ object: AnyObject, _ access: Access, _ method: StaticString) {}
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
        /// The last reference was released.
        case release
    }

    /// Whether Swift checks that accesses to a checked property's storage do not overlap.
    @frozen
    public enum Exclusivity: Sendable {
        /// It does.
        case checked
        /// It does not: the property's class never changes it while it is being changed.
        case unchecked
    }
}
