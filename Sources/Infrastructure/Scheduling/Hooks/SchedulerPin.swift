import CScheduling

#if DEBUG || SchedulableChecksInRelease

    /// The scheduler affinity of a `@Schedulable` instance.
    ///
    /// It takes 16 bytes in the instance, which refer to one further object.
    public struct SchedulerPin: Sendable {
        // `@Schedulable` reads these properties before every use of a service. In a build without
        // optimisation, each parameter and each variable costs a call that clears it. So they have
        // neither, and the caller compares.

        /// The current scheduler as a number that is quick to compare; 0 for none.
        public static var current: UInt {
            if unsafeBitCast(cs_get_current(), to: UInt.self) == 0 { return mainActor }  // 0 if nil
            // A frame begins with the reference to its scheduler; reading it as a number costs no
            // retain.
            return unsafeBitCast(cs_get_current(), to: UnsafePointer<UInt>.self).pointee  // not nil
        }

        /// The value of `current`, but 0 inside a recorded run.
        ///
        /// With 0, the comparison fails and `enter` is called, which records the method.
        public static var currentUnrecorded: UInt {
            if unsafeBitCast(cs_get_current(), to: UInt.self) == 0 { return mainActor }  // 0 if nil
            if frame.pointee.recordsCalls { return 0 }
            return unsafeBitCast(cs_get_current(), to: UnsafePointer<UInt>.self).pointee  // not nil
        }

        /// The innermost frame; only valid where there is one.
        private static var frame: UnsafePointer<CurrentScheduler> {
            unsafeBitCast(cs_get_current(), to: UnsafePointer<CurrentScheduler>.self)  // by `enter`
        }

        /// The main scheduler's number on the main actor, otherwise 0; it reads no frame.
        private static var mainActor: UInt { MainScheduler.isMainContext ? main : 0 }

        private static let main = address(of: MainScheduler.shared)
        // Neither an address nor the 0 of a thread without a scheduler.
        private static let nowhere: UInt = 1

        private static func address(of scheduler: any Scheduler) -> UInt {
            UInt(bitPattern: ObjectIdentifier(scheduler))
        }

        /// The details of an instance's creation, which only a report needs.
        private final class Origin: Sendable {
            // Unowned: an instance that waits in its scheduler's queue must not keep the scheduler
            // alive. The unowned reference keeps the address from being reused, so `home` never
            // matches a new scheduler.
            private unowned let scheduler: (any Scheduler)?
            let name: String?
            let provenance: Provenance?
            private let user = Guarded<(address: UInt, name: String)?>(nil)

            /// Returns the first scheduler that used an object made outside of all schedulers.
            ///
            /// That is `scheduler`, unless another one used the object before.
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

        /// The scheduler that the instance belongs to, as a number like `current`.
        public let home: UInt
        private let origin: Origin

        /// Pins an instance of `service` to the current scheduler; reports a violation without one.
        public init(of service: Any.Type) {
            let scheduler = Schedulers.current
            home = scheduler.map(Self.address(of:)) ?? Self.nowhere
            origin = Origin(scheduler)
            if scheduler == nil { report(service, .construction, "init", expected: nil) }
        }

        /// Pins an object to the current scheduler, or else to the first scheduler that uses it.
        public init() {
            let scheduler = Schedulers.current
            home = scheduler.map(Self.address(of:)) ?? Self.nowhere
            origin = Origin(scheduler)
        }

        /// Reports a use of an object of `type` on another scheduler than its own, if it has one.
        public func check(_ type: Any.Type, _ access: Access, _ member: StaticString) {
            if home == Self.current { return }
            guard home == Self.nowhere else {
                return report(type, access, member, expected: origin.name)
            }
            guard let scheduler = Schedulers.current else { return }
            let user = origin.firstUser(scheduler)
            if user.address != Self.address(of: scheduler) {
                report(type, access, member, expected: user.name)
            }
        }

        /// Reports that `member` of `object` was used on the wrong scheduler.
        ///
        /// `Violations` decides what the report does, for the class of `object`.
        public func report(_ object: AnyObject, _ access: Access, _ member: StaticString) {
            report(type(of: object), access, member, expected: origin.name)
        }

        /// Records that a method begins, or reports a violation when the scheduler is wrong.
        public func enter(_ object: AnyObject, _ access: Access, _ method: StaticString) {
            let service: Any.Type = type(of: object)
            if home == Self.current {
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

    /// The scheduler affinity of a `@Schedulable` instance; empty in a build without checks.
    @frozen
    public struct SchedulerPin: Sendable {
        /// Always 0: a build without checks does not read the current scheduler.
        @inlinable
        @inline(__always)
        public static var current: UInt { 0 }

        /// Always 0: a build without checks does not read the current scheduler.
        @inlinable
        @inline(__always)
        public static var currentUnrecorded: UInt { 0 }

        /// Always 0, which equals `current`.
        @inlinable
        @inline(__always)
        public var home: UInt { 0 }

        /// Does nothing in a build without checks.
        @inlinable
        @inline(__always)
        public init(of service: Any.Type) {}

        /// Does nothing in a build without checks.
        @inlinable
        @inline(__always)
        public init() {}

        /// Does nothing in a build without checks.
        @inlinable
        @inline(__always)
        public func check(_ type: Any.Type, _ access: Access, _ member: StaticString) {}

        /// Does nothing in a build without checks.
        @inlinable
        @inline(__always)
        public func report(_ object: AnyObject, _ access: Access, _ member: StaticString) {}

        /// Does nothing in a build without checks.
        @inlinable
        @inline(__always)
        public func enter(_ object: AnyObject, _ access: Access, _ method: StaticString) {}
    }

#endif

extension SchedulerPin {
    /// The kind of use of a member.
    public typealias Access = MemberAccess

    /// The exclusivity checks of a checked property's storage.
    @frozen
    public enum Exclusivity: Sendable {
        /// Swift checks that accesses to the storage do not overlap.
        case checked
        /// Swift does not check the accesses.
        ///
        /// The class must never change the property during another access to it.
        case unchecked
    }
}
