import Scheduling

/// The orders of steps that occurred in several runs: a measure of the coverage of their seeds.
///
/// ```swift
/// let coverage = simulation.coverage(seeds: 0..<500)
/// print("\(coverage.distinctCount) orders, \(coverage.reversedPairCount) reversed pairs")
/// ```
///
/// Two steps of different runs count as the same step if the same step posted them, to the same
/// scheduler, at the same position among its posts.
public struct SimulationCoverage: Sendable {
    private struct Work: Hashable {
        /// The number of the step that posted it; `nil` for the body.
        let poster: Int?
        /// The number of its scheduler; `nil` for a task without an executor.
        let scheduler: Int?
        let kind: SimulationStep.Kind
    }

    private struct Identity: Hashable {
        let work: Work
        /// The number among all equal work.
        let ordinal: Int
    }

    private struct Pair: Hashable {
        let low: Int
        let high: Int
    }

    /// The orders of a pair that were seen.
    private struct Orders: OptionSet {
        let rawValue: UInt8
        static let lowFirst = Orders(rawValue: 1)
        static let highFirst = Orders(rawValue: 2)
    }

    /// The number of runs.
    public private(set) var runCount = 0
    /// The number of pairs of steps that were seen in both orders.
    public private(set) var reversedPairCount = 0
    private var hashes: Set<UInt64> = []
    private var numbers: [Identity: Int] = [:]
    private var orders: [Pair: Orders] = [:]

    /// The number of runs that differed from each other.
    public var distinctCount: Int { hashes.count }
    /// The number of pairs of steps that were seen in one run.
    public var pairCount: Int { orders.count }

    /// Adds the first `limit` steps of a run.
    mutating func add(_ run: SimulationRun, limit: Int) {
        runCount += 1
        guard hashes.insert(run.hash).inserted else { return }
        let steps = identify(run.steps.prefix(limit))
        for (index, step) in steps.enumerated() {
            for earlier in steps[..<index] { note(earlier, before: step) }
        }
    }

    /// Returns a number for each step, which is the same in all runs.
    private mutating func identify(_ steps: ArraySlice<SimulationStep>) -> [Int] {
        var identified: [Int] = []
        var counts: [Work: Int] = [:]
        for step in steps {
            let work = Work(
                poster: step.postedBy == 0 ? nil : identified[step.postedBy - 1],
                scheduler: step.schedulerNumber, kind: step.kind)
            let identity = Identity(work: work, ordinal: counts[work, default: 0])
            counts[work, default: 0] += 1
            let number = numbers[identity] ?? numbers.count
            numbers[identity] = number
            identified.append(number)
        }
        return identified
    }

    private mutating func note(_ first: Int, before second: Int) {
        let pair = Pair(low: min(first, second), high: max(first, second))
        let order: Orders = first < second ? .lowFirst : .highFirst
        let seen = orders[pair, default: []]
        guard !seen.contains(order) else { return }
        if !seen.isEmpty { reversedPairCount += 1 }
        orders[pair] = seen.union(order)
    }
}

extension Simulation {
    /// Counts the orders that seeds lead to.
    ///
    /// Use it to compare strategies and options. It takes much more time than `explore`.
    ///
    /// - Parameters:
    ///   - seeds: the seeds of the runs.
    ///   - steps: the number of steps of each run whose orders are compared.
    public func coverage(seeds: Range<UInt64>, steps: Int = 100) -> SimulationCoverage {
        var coverage = SimulationCoverage()
        for seed in seeds {
            coverage.add(run(strategy, seed: seed, isRecording: true), limit: steps)
        }
        return coverage
    }
}
