import ArgumentParser
package import ProgramServices
import Scheduling
import Signals

/// The limits of a run, after which it stops as if it were interrupted.
package struct RunLimits: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest time of a run: 90s, 10m, 2h. A run that needs more stops as if it were "
                + "interrupted, and the next one resumes there. Each of several accounts has this "
                + "time.",
            valueName: "TIME"),
        transform: RunTime.init(text:))
    var maxTime: RunTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest number of requests of a run. A run that needs more stops as with "
                + "--max-time, after the answers of these requests are stored. Each of several "
                + "accounts has this number.",
            valueName: "N"))
    var maxRequests: Int?

    package init() {}

    package func validate() throws {
        if let maxRequests, maxRequests < 1 {
            throw ValidationError("--max-requests must be 1 or more")
        }
    }

    /// Runs `work`, and stops it at the limits.
    ///
    /// - Parameters:
    ///   - counter: counts the requests of the run, too.
    ///   - work: the run, whose requests the meter counts; `nil` if nothing needs to be counted.
    /// - Returns: the result of `work`; `nil` if a limit has ended it.
    /// - Throws: the error of `work` that no limit has caused.
    @MainActor
    package func run<Result: Sendable>(
        counting counter: RequestCounter? = nil,
        _ work: @escaping @MainActor (RequestMeter?) async throws -> Result
    ) async throws -> Result? {
        let end = maxTime.map { Signal<Void, Never>.timer(after: $0.duration, in: .main) }
        let isMetered = maxRequests != nil || counter != nil
        let meter = isMetered ? RequestMeter(limit: maxRequests, counter: counter) : nil
        let limit = maxRequests == nil ? nil : meter.map(Self.limit(of:))
        let result = try await TimeLimit.run(until: limit) {
            try await TimeLimit.run(until: end) { try await work(meter) }
        }
        return result ?? nil
    }

    /// Returns a signal that sends a value when a meter has reached its limit.
    @MainActor
    private static func limit(of meter: RequestMeter) -> Signal<Void, Never> {
        let reached = Subject<Void, Never>()
        let send: @MainActor @Sendable () -> Void = { reached.send(()) }
        meter.onLimit { Task { await send() } }
        return reached.signal
    }
}
