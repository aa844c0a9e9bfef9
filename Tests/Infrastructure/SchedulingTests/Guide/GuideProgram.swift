// The program of one module of Documentation/Guide.md.

import Scheduling

/// Counts words; lives on BL, and needs no lock.
@Schedulable
final class WordCounter {
    private var counts: [String: Int] = [:]

    /// Adds a text, and returns how many words there are by now.
    func add(_ text: String) -> Int {
        for word in text.split(separator: " ") { counts[String(word), default: 0] += 1 }
        return counts.values.reduce(0, +)
    }

    var mostFrequent: String? {
        checkScheduler()
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

/// The user interface; lives on the main scheduler.
@MainActor
final class StatusLine {
    private let counter: SchedulerBound<WordCounter>
    private(set) var text = "nothing yet"

    init(counter: SchedulerBound<WordCounter>) { self.counter = counter }

    func submit(_ line: String) async {
        do {
            let total = try await counter.run { $0.add(line) }
            text = "\(total) words"
        } catch {
            text = "not counted: \(error)"
        }
    }
}

/// `main.swift` of the guide.
@MainActor
func guideMain() -> Never {
    let business = WorkScheduler(name: "BL")
    let counter = SchedulerBound(on: business) { WordCounter() }
    let status = StatusLine(counter: counter)

    Task {
        await status.submit("to be or not to be")
        print(status.text)
        business.shutDown { _ in MainScheduler.shared.stop() }
    }
    MainScheduler.shared.run()
}
