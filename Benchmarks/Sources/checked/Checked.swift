import Scheduling

/// A program for a debug build that measures the check of `@Schedulable`.
///
/// `checked check` prints the cost of the check, `checked closure` that of allocating the closure
/// that it guards. Both are in nanoseconds.
@main
enum Program {
    private static let count = 2_000_000

    static func main() async throws {
        let scheduler = WorkScheduler(name: "checked", priority: .default)
        let task = CommandLine.arguments.dropFirst().first
        let service = SchedulerBound(on: scheduler) { (Checked(), Unchecked()) }
        let figure = try await service.run { checked, unchecked in
            let sink = Sink()
            let rounds = (0..<5).map { _ in
                let base = time { for _ in 0..<count { unchecked.call() } }
                return switch task {
                case "check": time { for _ in 0..<count { checked.call() } } - base
                default:
                    time { for item in 0..<count { sink.keep { unchecked.take(item) } } }
                        - time { for _ in 0..<count { sink.keep(sink.nothing) } }
                }
            }
            return rounds.sorted()[rounds.count / 2]
        }
        print(figure)
        scheduler.shutDown()
    }

    private static func time(_ body: () -> Void) -> Double {
        let duration = ContinuousClock().measure(body).components
        return (Double(duration.seconds) * 1e9 + Double(duration.attoseconds) * 1e-9)
            / Double(count)
    }
}

@Schedulable
private final class Checked {
    func call() {}
}

private final class Unchecked {
    func call() {}
    func take(_ item: Int) {}
}

/// Keeps a closure until the next one arrives, like a queue.
private final class Sink {
    let nothing: () -> Void = {}
    private var kept: () -> Void = {}

    func keep(_ closure: @escaping () -> Void) { kept = closure }
}
