import Logging
import Synchronization

/// Logs the named places that a failure passed on the way to its observer, while `isOn` is `true`.
public enum SignalTracing {
    private static let flag = Atomic(false)

    /// Whether failures are logged, as errors of the logger `signals`; `false` by default.
    ///
    /// Callable from any thread.
    public static var isOn: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }

    /// Logs a failure that has reached an observer, while tracing is on.
    @inlinable
    static func arrived<Failure: Error>(
        _ completion: Completion<Failure>, through operatorPath: OperatorPath, at line: SourceLine
    ) {
        guard isOn, case .failed(let error) = completion else { return }
        log(error, through: operatorPath, at: line)
    }

    @usableFromInline
    static func log(_ error: any Error, through operatorPath: OperatorPath, at line: SourceLine) {
        let stages = [operatorPath.places, ThreadState.current.placesBeforeHop].filter {
            !$0.isEmpty
        }
        .map { $0.map(\.description).joined(separator: "; ") }
        Logger(label: "signals").error(
            """
            failed: \(error), \
            through \(stages.isEmpty ? "unnamed signals" : stages.joined(separator: " ← ")), \
            observed at \(line.file):\(line.line)
            """)
    }

    /// The places that a terminal event takes along to another scheduler; empty without tracing.
    @usableFromInline
    static func placesToCarry(_ operatorPath: OperatorPath) -> [Place] {
        isOn ? Place.joining(operatorPath.places, ThreadState.current.placesBeforeHop) : []
    }

    /// Delivers a terminal event that has come from another scheduler, through `places` there.
    @usableFromInline
    static func deliver<Value, Failure>(
        _ completion: Completion<Failure>, through places: [Place], to sink: Sink<Value, Failure>
    ) {
        if places.isEmpty { return sink.end(completion) }
        let thread = ThreadState.current
        let outer = thread.placesBeforeHop
        thread.placesBeforeHop = places
        defer { thread.placesBeforeHop = outer }
        sink.end(completion)
    }
}
