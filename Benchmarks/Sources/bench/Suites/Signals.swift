extension Suite {
    /// Signals beside OpenCombine, plain closures and a bare double buffer.
    static let signals = Suite(name: "signals") { harness in
        let callgrind = Callgrind()
        try await SignalChains.run(&harness, callgrind)
        try await SignalSubscriptions.run(&harness, callgrind)
        try await SignalObservers.run(&harness)
        try await SignalHops.run(&harness)
    }
}

/// Where the values of a benchmark end, so that the compiler cannot leave the work out.
final class Drain {
    private(set) var sum = 0

    @inline(never)
    func take(_ value: Int) { sum &+= value }
}
