extension Suite {
    /// Compares signals with OpenCombine, plain closures and a double buffer.
    static let signals = Suite(name: "signals") { harness in
        let callgrind = Callgrind()
        try await SignalChains.run(&harness, callgrind)
        try await SignalSubscriptions.run(&harness, callgrind)
        try await SignalObservers.run(&harness)
        try await SignalHops.run(&harness)
    }
}

/// Consumes the values of a benchmark, so that the compiler cannot remove the work.
final class Drain {
    private(set) var sum = 0

    @inline(never)
    func take(_ value: Int) { sum &+= value }
}
