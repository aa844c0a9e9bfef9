/// Runs asynchronous work in the order in which it was added, one after another.
struct TaskChain {
    private var last: Task<Void, Never>?

    /// Runs `work` after the work before it.
    mutating func add(_ work: @escaping @Sendable () async -> Void) {
        last = Task { [last] in
            await last?.value
            await work()
        }
    }

    /// Waits until the work that was added is done.
    nonisolated(nonsending) func finished() async { await last?.value }
}
