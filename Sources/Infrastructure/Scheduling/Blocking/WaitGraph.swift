import Logging

/// The wait graph: which scheduler waits for which other one.
///
/// A blocking wait that would close a cycle throws instead of hanging. An observer can ask for the
/// cycles of schedulers that serve while they wait.
package enum WaitGraph {
    /// A wait that is under way, with the activity of the scheduler that waits.
    struct Edge: Sendable {
        let from: ObjectIdentifier
        let fromName: String
        let to: ObjectIdentifier
        let since: SchedulerInstant
        let activity: String?
        let provenance: Provenance?
        /// Whether the scheduler serves its other work while it waits.
        let serves: Bool
        fileprivate var isReported = false

        init(from current: any Scheduler, to target: any Scheduler, serving serves: Bool) {
            self.serves = serves
            from = ObjectIdentifier(current)
            fromName = current.name
            to = ObjectIdentifier(target)
            since = .monotonicNow
            activity = CurrentScheduler.activity
            provenance = CurrentScheduler.frame?.pointee.provenance
        }
    }

    /// The handle of a wait that is under way.
    package struct Wait: Sendable {
        fileprivate let number: UInt64?

        /// Ends the wait.
        package func end() {
            guard let number else { return }
            let postponed = state.withLock { $0.end(number) }
            for work in postponed { work() }
        }
    }

    private struct State {
        var edges: [UInt64: Edge] = [:]
        var begun: UInt64 = 0
        /// The work to run when a scheduler has ended its last wait that serves.
        var postponed: [ObjectIdentifier: [@Sendable () -> Void]] = [:]

        mutating func begin(_ edge: Edge) -> Wait {
            begun += 1
            edges[begun] = edge
            return Wait(number: begun)
        }

        func isServing(_ scheduler: ObjectIdentifier) -> Bool {
            edges.values.contains { $0.serves && $0.from == scheduler }
        }

        /// Ends a wait, and returns the work that was postponed until then.
        mutating func end(_ number: UInt64) -> [@Sendable () -> Void] {
            guard let edge = edges.removeValue(forKey: number), !isServing(edge.from) else {
                return []
            }
            return postponed.removeValue(forKey: edge.from) ?? []
        }

        /// Returns the numbers of the waits on a path from `start` to `goal`; linear in all waits.
        func path(
            from start: ObjectIdentifier, to goal: ObjectIdentifier, by isUsable: (Edge) -> Bool
        ) -> [UInt64]? {
            if start == goal { return [] }
            let waits = Dictionary(grouping: edges.filter { isUsable($0.value) }, by: \.value.from)
            var seen: Set = [start]
            var path: [UInt64] = []
            func reaches(from start: ObjectIdentifier) -> Bool {
                for (number, edge) in waits[start, default: []]
                where seen.insert(edge.to).inserted || edge.to == goal {
                    path.append(number)
                    if edge.to == goal || reaches(from: edge.to) { return true }
                    path.removeLast()
                }
                return false
            }
            return reaches(from: start) ? path : nil
        }
    }

    private static let state = Guarded(State())

    /// Begins a wait that blocks the caller's scheduler.
    ///
    /// A caller outside of any scheduler cannot be in a cycle.
    static func block(
        on target: any Scheduler, _ file: StaticString, _ line: UInt
    ) throws(BlockingError) -> Wait {
        // A scheduler that serves cannot finish either while one that it waits for is blocked.
        try block(on: target, file, line) { _ in true }
    }

    /// Begins a wait that blocks the caller's scheduler until a queue has free capacity.
    ///
    /// `target` is the scheduler that empties the queue.
    package static func block(
        untilSpaceOn target: any Scheduler, _ file: StaticString, _ line: UInt
    ) throws(BlockingError) -> Wait {
        // A scheduler that serves empties its queues while it waits.
        try block(on: target, file, line) { !$0.serves }
    }

    /// Begins a wait, unless it would close a cycle.
    ///
    /// That is a path of waits that satisfy `isUsable`, from `target` to the caller's scheduler.
    private static func block(
        on target: any Scheduler, _ file: StaticString, _ line: UInt,
        unlessBackBy isUsable: (Edge) -> Bool
    ) throws(BlockingError) -> Wait {
        guard let current = Schedulers.current else { return Wait(number: nil) }
        let edge = Edge(from: current, to: target, serving: false)
        let outcome = state.withLock { state -> Result<Wait, BlockingError> in
            guard let path = state.path(from: edge.to, to: edge.from, by: isUsable) else {
                return .success(state.begin(edge))
            }
            return .failure(.cycle([edge.fromName] + path.compactMap { state.edges[$0]?.fromName }))
        }
        if case .failure(let error) = outcome {
            let posted = Provenance.capture(file, line).map { ", at \($0)" } ?? ""
            schedulingLog.error("\(error)\(posted)")
            SchedulerRegistry.waitWasRefused(in: WaitCycle(of: error.schedulers, after: edge))
        }
        return try outcome.get()
    }

    /// Begins a wait during which the caller's scheduler serves its other work.
    static func serve(whileWaitingFor target: any Scheduler) -> Wait {
        guard let current = Schedulers.current else { return Wait(number: nil) }
        let edge = Edge(from: current, to: target, serving: true)
        return state.withLock { $0.begin(edge) }
    }

    /// Keeps `work` until `scheduler` has ended the waits in which it serves.
    ///
    /// It is called by an item of `scheduler`.
    ///
    /// - Returns: whether there is such a wait.
    static func postpone(
        whileServing scheduler: any Scheduler, _ work: @escaping @Sendable () -> Void
    ) -> Bool {
        state.withLock { state in
            let scheduler = ObjectIdentifier(scheduler)
            guard state.isServing(scheduler) else { return false }
            state.postponed[scheduler, default: []].append(work)
            return true
        }
    }

    /// Returns the cycles whose waits have lasted longer than `limit`.
    ///
    /// Each wait in a cycle is returned once, by the first call that finds it.
    package static func takeCycles(
        lasting limit: Duration, at now: SchedulerInstant
    ) -> [WaitCycle] {
        state.withLock { state -> [WaitCycle] in
            func isOld(_ edge: Edge) -> Bool { edge.since.duration(to: now) > limit }
            var cycles: [WaitCycle] = []
            for (number, edge) in state.edges where isOld(edge) && !edge.isReported {
                guard let path = state.path(from: edge.to, to: edge.from, by: isOld) else {
                    continue
                }
                let names = [edge.fromName] + path.compactMap { state.edges[$0]?.fromName }
                cycles.append(WaitCycle(of: names, after: edge))
                state.edges[number]?.isReported = true
            }
            return cycles
        }
    }
}

extension WaitCycle {
    fileprivate init(of schedulers: [String], after edge: WaitGraph.Edge) {
        self.init(
            schedulers: schedulers, since: edge.since, activity: edge.activity,
            provenance: edge.provenance)
    }
}
