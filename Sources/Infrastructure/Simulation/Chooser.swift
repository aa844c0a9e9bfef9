import Scheduling
import SchedulingTestKit

/// A possible next step of a world.
struct Option {
    enum Action {
        /// The scheduler of this number runs its next work.
        case run(Int, VirtualQueue.Kind)
        /// A task without an executor takes its next step: the element of this index.
        case resume(Int)
        /// The clock moves to a timer while other work is ready, which then runs late.
        case wait(SchedulerInstant)
    }

    let action: Action
    /// The number of the thread that would run it, for strategies that give threads a priority.
    let thread: UInt64
}

/// The source of the decisions of a run.
struct Chooser {
    private var generator: SeededGenerator
    private var priorities: PriorityChooser?
    /// The choices to repeat, after which each decision takes the default.
    private var repeated: [Int]?
    private var next = 0

    init(_ strategy: SimulationStrategy, seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        switch strategy {
        case .random: break
        case .priorities(let changes, let length):
            priorities = PriorityChooser(changes: changes, length: length, &generator)
        case .replay(let schedule): repeated = schedule.choices
        }
    }

    /// Chooses one of several options.
    mutating func choose(among options: [Option]) -> Int {
        priorities?.choose(among: options, &generator) ?? choose(below: options.count)
    }

    /// Chooses a number below `count`.
    mutating func choose(below count: Int) -> Int {
        guard let repeated else { return generator.next(below: count) }
        defer { next += 1 }
        return next < repeated.count ? min(repeated[next], count - 1) : 0
    }
}

/// Probabilistic concurrency testing: a fixed priority for each thread, lowered at a few steps.
///
/// With n threads, k steps and d - 1 changes, each run finds a bug of depth d with a probability
/// of at least 1/(n·k^(d-1)) (Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).
struct PriorityChooser {
    private var priorities: [UInt64: UInt64] = [:]
    /// The steps of the changes, the next one last.
    private var changes: [Int]
    private var step = 0

    init(changes: Int, length: Int, _ generator: inout SeededGenerator) {
        self.changes = (0..<changes).map { _ in generator.next(below: max(1, length)) }
            .sorted(by: >)
    }

    mutating func choose(among options: [Option], _ generator: inout SeededGenerator) -> Int {
        defer { step += 1 }
        var best = highest(options, &generator)
        while let change = changes.last, change <= step {
            changes.removeLast()
            // Below all threads, and above those that are lowered later.
            priorities[options[best].thread] = UInt64(changes.count)
            best = highest(options, &generator)
        }
        return best
    }

    private mutating func highest(
        _ options: [Option], _ generator: inout SeededGenerator
    ) -> Int {
        var (best, highest) = (0, UInt64(0))
        for (index, option) in options.enumerated() {
            let priority = priority(of: option.thread, &generator)
            if index == 0 || priority > highest { (best, highest) = (index, priority) }
        }
        return best
    }

    private mutating func priority(
        of thread: UInt64, _ generator: inout SeededGenerator
    ) -> UInt64 {
        if let priority = priorities[thread] { return priority }
        let priority = generator.next() | 1 << 63
        priorities[thread] = priority
        return priority
    }
}
