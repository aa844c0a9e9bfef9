/// The handles of the I/O thread: those whose transfers run, and idle ones for further transfers.
struct HandlePool {
    /// The handles that are in the multi handle.
    private(set) var running: [CurlEasy] = []
    private var idle: [CurlEasy] = []
    private let idleLimit: Int

    /// Creates an empty pool, which keeps at most `idleLimit` idle handles.
    init(idleLimit: Int) {
        self.idleLimit = idleLimit
    }

    /// Takes an idle handle; `nil` if there is none.
    mutating func takeIdle() -> CurlEasy? { idle.popLast() }

    /// Adds a handle that has begun to run.
    mutating func add(_ easy: CurlEasy) {
        easy.index = running.count
        running.append(easy)
    }

    /// Removes a handle from the running ones, in constant time.
    mutating func remove(_ easy: CurlEasy) {
        let last = running.removeLast()
        guard last !== easy else { return }
        running[easy.index] = last
        last.index = easy.index
    }

    /// Keeps a handle that does not run for another transfer.
    mutating func recycle(_ easy: CurlEasy) {
        easy.reset()
        if idle.count < idleLimit { idle.append(easy) }
    }

    /// Removes all handles, and returns those that ran.
    mutating func removeAll() -> [CurlEasy] {
        defer { (running, idle) = ([], []) }
        return running
    }
}
