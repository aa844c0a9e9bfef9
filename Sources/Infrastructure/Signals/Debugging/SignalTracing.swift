import Logging
import Synchronization

/// Tells, when it is on, by which named places a failure came to its observer.
public enum SignalTracing {
    private static let flag = Atomic(false)

    /// Whether failures are logged, as errors of the logger `signals`; off at first.
    ///
    /// Callable from any thread.
    public static var isOn: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }

    /// Takes note of an end that has reached an observer.
    @inlinable
    static func arrived<Failure: Error>(
        _ completion: Completion<Failure>, through lineage: Lineage, at line: SourceLine
    ) {
        guard isOn, case .failed(let error) = completion else { return }
        log(error, through: lineage, at: line)
    }

    @usableFromInline
    static func log(_ error: any Error, through lineage: Lineage, at line: SourceLine) {
        let stages = [lineage.places, ThreadState.current.placesBeforeHop].filter { !$0.isEmpty }
            .map { $0.map(\.description).joined(separator: "; ") }
        Logger(label: "signals").error(
            """
            failed: \(error), through \(stages.isEmpty ? "unnamed signals" : stages.joined(separator: " ← ")), \
            observed at \(line.file):\(line.line)
            """)
    }

    /// The places that an end takes along to another scheduler; none while tracing is off.
    @usableFromInline
    static func placesToCarry(_ lineage: Lineage) -> [Place] {
        isOn ? Place.joining(lineage.places, ThreadState.current.placesBeforeHop) : []
    }

    /// Delivers an end that has come from another scheduler, through `places` there.
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
