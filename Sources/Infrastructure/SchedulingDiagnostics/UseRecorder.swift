import Scheduling

/// The record of the routes, events and requests that the modules of a program use.
///
/// ```swift
/// let recorder = UseRecorder()
/// …
/// recorder.stop()
/// let violations = rules.violations(in: recorder.uses)
/// ```
///
/// Uses of one kind, name and module that have the same chain of posts are recorded once, so the
/// memory is bounded by the source lines. A program without a recorder reads one word for each use.
/// With one, a use costs a lock and its text: a recorder is a tool of tests and of debug builds.
public final class UseRecorder: Sendable {
    private struct State {
        var uses: [RecordedUse] = []
        var known: Set<RecordedUse> = []
    }

    /// The record, which the observer holds, too.
    private final class Record: Sendable {
        private let state = Guarded(State())
        private let report: @Sendable (RecordedUse) -> Void

        init(_ report: @escaping @Sendable (RecordedUse) -> Void) { self.report = report }

        var uses: [RecordedUse] { state.withLock { $0.uses } }

        func add(_ use: RecordedUse) {
            let isNew = state.withLock { state in
                guard state.known.insert(use).inserted else { return false }
                state.uses.append(use)
                return true
            }
            if isNew { report(use) }
        }
    }

    private let record: Record
    private let number: UInt64

    /// Starts to record the uses of all threads.
    ///
    /// - Parameter report: receives each new use, on the thread of the use.
    public init(reporting report: @escaping @Sendable (RecordedUse) -> Void = { _ in }) {
        let record = Record(report)
        self.record = record
        number = ModuleUses.add { use in
            if let use = RecordedUse(use) { record.add(use) }
        }
    }

    deinit { stop() }

    /// Stops recording; the recorded uses stay readable.
    public func stop() { ModuleUses.remove(number) }

    /// The uses, in the order in which they happened first.
    public var uses: [RecordedUse] { record.uses }
}
