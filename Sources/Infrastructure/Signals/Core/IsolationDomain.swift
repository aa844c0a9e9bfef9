public import Scheduling

/// The isolation domain in which a confined object is torn down.
///
/// The compiler keeps an object in the region of its code, so an explicit call is always in the
/// right domain. The last reference may be released anywhere: that of an object of the main actor,
/// for example, on a work scheduler. The teardown is then posted to the home.
@usableFromInline
enum IsolationDomain {
    /// Not determined yet: the object has no content.
    case undecided
    /// The home of the owner that is the only path to the object.
    case owners
    /// Code outside of every scheduler, which is the only path to the object.
    case region
    case scheduler(any Scheduler)
    /// An actor that is pinned to no scheduler.
    case actor(Resident)

    /// The home of an object that gets its content now, in code of no actor.
    ///
    /// A step of a task may belong to an actor that only prefers the scheduler.
    @usableFromInline
    static var current: IsolationDomain {
        guard let scheduler = Schedulers.current, !Schedulers.isInStepOfTask else { return .region }
        return .scheduler(scheduler)
    }

    /// The home of an object that gets its content now, in code of `actor`, if any.
    @usableFromInline
    static func current(of actor: (any Actor)?) -> IsolationDomain {
        guard let actor else { return current }
        if let scheduler = Schedulers.current, SchedulerIsolation.isPinned(actor, to: scheduler) {
            return .scheduler(scheduler)
        }
        return .actor(Resident(actor))
    }

    /// Whether the caller may access the object.
    @usableFromInline
    var isHere: Bool {
        if case .scheduler(let scheduler) = self { scheduler.isCurrent } else { true }
    }

    /// Whether the object is torn down by the code that releases it.
    @usableFromInline
    var isHereAtRelease: Bool {
        if case .actor(let resident) = self { resident.actor == nil } else { isHere }
    }

    /// Whether the object has no home yet.
    @usableFromInline
    var isUndecided: Bool {
        if case .undecided = self { true } else { false }
    }

    /// Posts `teardown` to the home of an object that is released elsewhere.
    ///
    /// A shutdown does not skip it.
    @usableFromInline
    func post(_ teardown: consuming @escaping () -> Void) {
        let work = TeardownWork(consume teardown)
        switch self {
        case .undecided, .owners, .region: work.run()
        case .scheduler(let scheduler):
            let postResult = scheduler.schedule(atShutdown: .always) { work.run() }
            precondition(
                postResult.isAccepted, "scheduler '\(scheduler.name)' rejected a teardown")
        case .actor(let resident):
            guard let actor = resident.actor else { return work.run() }
            Task { await work.run(on: actor) }
        }
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

    /// An actor, which its own objects must not keep.
    @usableFromInline
    final class Resident: Sendable {
        weak let actor: (any Actor)?

        init(_ actor: any Actor) { self.actor = actor }
    }

    /// A teardown that is posted to its home and released there.
    ///
    /// It is not an `IsolatedBox`: without optimisation, Swift 6.3 turns a `consuming` closure that
    /// is passed on as a generic value into one that calls itself.
    private final class TeardownWork: @unchecked Sendable {  // reason: used on its home only
        private var teardown: (() -> Void)?

        init(_ teardown: consuming @escaping () -> Void) { self.teardown = consume teardown }

        func run() { teardown.take()?() }

        func run(on actor: isolated any Actor) { run() }
    }
}
