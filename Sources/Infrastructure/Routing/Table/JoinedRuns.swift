import Scheduling
import Signals

/// The runs under way of a handler whose calls share runs.
///
/// A run belongs to the home scheduler of its service.
final class JoinedRuns<R: Route>: Sendable {
    private let key: @Sendable (R) -> AnyHashable
    private let lists = Guarded<[ObjectIdentifier: IsolatedBox<RunList<R.Output>>]>([:])

    init(_ key: @escaping @Sendable (R) -> AnyHashable) { self.key = key }

    /// Returns the run with the key of `route`, or a new one; on the service's scheduler.
    func join<Service>(
        _ route: R, of service: SchedulerBound<Service>,
        _ start: () -> Signal<R.Output, RouteError>
    ) -> Signal<R.Output, RouteError> {
        list(of: service.scheduler).contentOnScheduler?.join(key(route), of: service, start)
            ?? start()
    }

    /// The list of a scheduler; only that scheduler asks for it.
    private func list(of scheduler: any Scheduler) -> IsolatedBox<RunList<R.Output>> {
        let id = ObjectIdentifier(scheduler)
        if let list = lists.withLock({ $0[id] }) { return list }
        let list = IsolatedBox(RunList<R.Output>(), of: scheduler)
        lists.withLock { $0[id] = list }
        return list
    }
}

/// The runs on one scheduler, on which the list is used and released.
private final class RunList<Output: Sendable> {
    private struct Key: Hashable {
        let service: ObjectIdentifier
        let key: AnyHashable
    }

    private struct Run {
        let number: Int
        /// Weak, because a run does not keep the handle; the address may be used again.
        weak var service: AnyObject?
        let signal: Signal<Output, RouteError>
    }

    private var runs: [Key: Run] = [:]
    private var startedCount = 0

    func join(
        _ key: AnyHashable, of service: AnyObject, _ start: () -> Signal<Output, RouteError>
    ) -> Signal<Output, RouteError> {
        let key = Key(service: ObjectIdentifier(service), key: key)
        if let run = runs[key], run.service === service { return run.signal }
        startedCount += 1
        let number = startedCount
        let forget = { [weak self] in
            guard let self, runs[key]?.number == number else { return }
            runs[key] = nil
        }
        let signal = start().on(ended: { _ in forget() }, disposed: forget).replayLast()
        runs[key] = Run(number: number, service: service, signal: signal)
        return signal
    }
}
