// The program of two modules of Documentation/Guide.md.

import Composition
import Scheduling

/// Counts words; lives on BL.
protocol WordCounter: AnyObject {
    /// Adds a text, and returns the number of all words so far.
    func add(_ text: String) -> Int
}

enum WordCounterKey: ServiceKey {
    typealias Service = any WordCounter
    static let role = SchedulerRole.business
}

struct CounterModule: Module {
    func load(_ plan: ServicePlan) {
        plan.bind(WordCounterKey.self) { CountingService() }
    }
}

@Schedulable
final class CountingService: WordCounter {
    private var total = 0

    func add(_ text: String) -> Int {
        total += text.split(separator: " ").count
        return total
    }
}

struct StatusModule: Module {
    func load(_ plan: ServicePlan) {
        plan.bind(StatusLineKey.self, WordCounterKey.handle) { StatusLine(counter: $0) }
    }
}

enum StatusLineKey: MainServiceKey { typealias Service = StatusLine }

/// The text that the user sees; lives on the main scheduler.
@MainActor
final class StatusLine {
    private let counter: SchedulerBound<any WordCounter>

    init(counter: SchedulerBound<any WordCounter>) { self.counter = counter }

    /// Counts the words of a line, and returns the new text.
    func submit(_ line: String) async throws -> String {
        "\(try await counter.run { $0.add(line) }) words"
    }
}
