import Logging
import Synchronization

/// What the program does with scheduler violations, and those that it has seen.
///
/// A violation traps, unless a mode or a baseline says otherwise. Any thread may call.
public enum Violations {
    private struct State {
        var mode = ViolationMode.trap
        var modes: [ObjectIdentifier: ViolationMode] = [:]
        var counts: [Violation.Kind: Int] = [:]
        var collected: [ObjectIdentifier: [Violation]] = [:]
        var baseline: ViolationBaseline?

        /// What to do with one more violation, and how many of its kind there are by now.
        mutating func count(_ violation: Violation, of service: Any.Type) -> (ViolationMode, Int) {
            let kind = violation.kind
            let count = counts[kind, default: 0] + 1
            counts[kind] = count
            var mode = modes[ObjectIdentifier(service)] ?? mode
            if mode == .trap, baseline?.kinds.contains(kind) == true { mode = .log }
            if mode == .collect {
                collected[ObjectIdentifier(service), default: []].append(violation)
            }
            return (mode, count)
        }
    }

    private static let state = Guarded(State())

    /// What a violation does, in services that have no mode of their own.
    public static var mode: ViolationMode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// Gives a service's class, and not its subclasses, a mode of its own; `nil` takes it away.
    public static func setMode(_ mode: ViolationMode?, for service: Any.Type) {
        state.withLock { $0.modes[ObjectIdentifier(service)] = mode }
    }

    /// How often each kind of violation was seen.
    public static var counts: [Violation.Kind: Int] {
        state.withLock { $0.counts }
    }

    /// The violations of a class that were collected since the last call, in order; they are forgotten by asking.
    public static func takeCollected(from service: Any.Type) -> [Violation] {
        state.withLock { $0.collected.removeValue(forKey: ObjectIdentifier(service)) ?? [] }
    }

    /// The violations that the program is known to have: they are logged where others trap.
    ///
    /// `nil` knows of none.
    public static var baseline: ViolationBaseline? {
        get { state.withLock { $0.baseline } }
        set { state.withLock { $0.baseline = newValue } }
    }

    /// Reports a use of a confined object that is no service: away from `home`, its scheduler.
    package static func report(
        _ type: Any.Type, _ access: SchedulerPin.Access, _ member: StaticString,
        livingOn home: any Scheduler
    ) {
        report(
            Violation(
                service: "\(type)", member: "\(member)", access: access, expected: home.name,
                actual: Schedulers.current?.name, bound: nil,
                posted: CurrentScheduler.frame?.pointee.provenance),
            of: type)
    }

    static func report(_ violation: Violation, of service: Any.Type) {
        let (mode, count) = state.withLock { $0.count(violation, of: service) }
        switch mode {
        case .trap: fatalError("scheduler violation\n\(violation)")
        case .log where isLogged(count): log(violation, count)
        case .log, .count, .collect: break
        }
    }

    private static func log(_ violation: Violation, _ count: Int) {
        Logger(label: "Scheduling.Violations")
            .error("scheduler violation\n\(violation)", metadata: ["count": "\(count)"])
    }

    /// Whether the violation that makes a kind's count `count` is logged: every power of ten is.
    static func isLogged(_ count: Int) -> Bool {
        var rest = count
        while rest > 1, rest.isMultiple(of: 10) { rest /= 10 }
        return rest == 1
    }
}
