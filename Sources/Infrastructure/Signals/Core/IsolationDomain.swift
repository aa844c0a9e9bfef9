public import Scheduling

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The isolation domain of a confined object: a scheduler, a task or a thread.
///
/// Outside of all schedulers, it is the current thread and task; either of them may access the
/// object.
///
/// Teardown runs in the home of an object. Elsewhere it is posted to the home scheduler, in release
/// builds too, because the compiler accepts programs that release the last reference to a confined
/// object on another scheduler.
@usableFromInline
enum IsolationDomain {
    /// Not determined yet: the object has no content.
    case undecided
    /// The home of the owner that is the only path to the object.
    case owners
    case scheduler(any Scheduler)
    case context(Context)

    /// The home of an object that gets its content now.
    @usableFromInline
    static var current: IsolationDomain {
        Schedulers.current.map(IsolationDomain.scheduler) ?? .context(Context())
    }

    /// Whether the caller may access the object.
    @usableFromInline
    var isHere: Bool {
        switch self {
        case .undecided, .owners: true
        case .scheduler(let scheduler): scheduler.isCurrent
        case .context(let context): context.isHere
        }
    }

    /// Whether the object has no home yet.
    @usableFromInline
    var isUndecided: Bool {
        if case .undecided = self { true } else { false }
    }

    /// Posts `teardown` to the home scheduler of an object that is used elsewhere.
    ///
    /// A shutdown does not skip it. Traps, in release builds too, when the home is another task or
    /// thread: nothing can be posted there.
    @usableFromInline
    func post(_ teardown: consuming @escaping () -> Void) {
        guard case .scheduler(let scheduler) = self else {
            fatalError(
                """
                a subscription, or its source, that was made outside of every scheduler was torn \
                down by another task or thread: make it on a scheduler, or end it on its own thread
                """)
        }
        let work = TeardownWork(teardown)
        let postResult = scheduler.schedule(atShutdown: .always) { work.run() }
        precondition(postResult.isAccepted, "scheduler '\(scheduler.name)' rejected a teardown")
    }

    /// Reports, in debug builds, a use of an object of `type` on another scheduler than its home.
    @usableFromInline
    func check(
        _ type: Any.Type, _ access: SchedulerPin.Access, _ member: StaticString
    ) {
        #if DEBUG || SchedulableChecksInRelease
            guard case .scheduler(let scheduler) = self, !scheduler.isCurrent else { return }
            Violations.report(type, access, member, belongingTo: scheduler)
        #endif
    }

    /// The thread of the caller, and its task, if any.
    @usableFromInline
    struct Context: Equatable {
        private let thread = Self.currentThread
        private let task = withUnsafeCurrentTask { task in task?.hashValue }

        static var currentThread: UInt {
            #if canImport(Darwin)
                UInt(bitPattern: pthread_self())
            #else
                UInt(pthread_self())
            #endif
        }

        /// Whether the caller is on that thread, or in that task.
        ///
        /// The task may have changed threads.
        var isHere: Bool {
            thread == Self.currentThread || task != nil && task == Context().task
        }
    }

    /// A teardown that is posted to its home and released there.
    ///
    /// It is not an `IsolatedBox`: without optimisation, Swift 6.3 turns a `consuming` closure that
    /// is passed on as a generic value into one that calls itself.
    private final class TeardownWork: @unchecked Sendable {  // reason: used on its home only
        private var teardown: (() -> Void)?

        init(_ teardown: consuming @escaping () -> Void) { self.teardown = teardown }

        func run() { teardown.take()?() }
    }
}
