import Logging
import Synchronization

/// The program's reaction to scheduler violations, and the violations seen so far.
///
/// A violation traps, unless a mode or a baseline states otherwise. All members may be used on any
/// thread.
public enum Violations {
    private struct State {
        var mode = ViolationMode.trap
        var modes: [ObjectIdentifier: ViolationMode] = [:]
        var counts: [Violation.Kind: Int] = [:]
        var collected: [ObjectIdentifier: [Violation]] = [:]
        var baseline: ViolationBaseline?
        var beforeTrap: (@Sendable (Violation.Kind) -> Void)?

        /// Counts one more violation, and returns its mode and the new count of its kind.
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

    /// The reaction to violations of services that have no mode of their own.
    public static var mode: ViolationMode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// Sets the mode of a service's class, but not of its subclasses; `nil` removes it.
    public static func setMode(_ mode: ViolationMode?, for service: Any.Type) {
        state.withLock { $0.modes[ObjectIdentifier(service)] = mode }
    }

    /// The number of violations of each kind.
    public static var counts: [Violation.Kind: Int] {
        state.withLock { $0.counts }
    }

    /// Returns and removes the collected violations of a class, in order of occurrence.
    public static func takeCollected(from service: Any.Type) -> [Violation] {
        state.withLock { $0.collected.removeValue(forKey: ObjectIdentifier(service)) ?? [] }
    }

    /// The baseline of known violations, which are logged instead of trapping; `nil` for none.
    public static var baseline: ViolationBaseline? {
        get { state.withLock { $0.baseline } }
        set { state.withLock { $0.baseline = newValue } }
    }

    /// The action before a violation traps, such as a note for the next process; `nil` for none.
    ///
    /// It is called on the thread of the violation, and must not wait for a scheduler.
    package static var beforeTrap: (@Sendable (Violation.Kind) -> Void)? {
        get { state.withLock { $0.beforeTrap } }
        set { state.withLock { $0.beforeTrap = newValue } }
    }

    /// Reports the use of a confined object that is not a service, outside of its scheduler `home`.
    package static func report(
        _ type: Any.Type, _ access: MemberAccess, _ member: StaticString,
        belongingTo home: any Scheduler
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
        case .trap:
            beforeTrap?(violation.kind)
            fatalError("scheduler violation\n\(violation)")
        case .log where isLogged(count): log(violation, count)
        case .log, .count, .collect: break
        }
    }

    private static func log(_ violation: Violation, _ count: Int) {
        Logger(label: "Scheduling.Violations")
            .error("scheduler violation\n\(violation)", metadata: ["count": "\(count)"])
    }

    /// Whether a violation is logged that raises the count of its kind to `count`.
    ///
    /// Every power of ten is logged.
    static func isLogged(_ count: Int) -> Bool {
        var rest = count
        while rest > 1, rest.isMultiple(of: 10) { rest /= 10 }
        return rest == 1
    }
}
