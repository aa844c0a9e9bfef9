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
    @usableFromInline
    static func arrived<Failure: Error>(_ completion: Completion<Failure>, through lineage: Lineage)
    {
        guard isOn, case .failed(let error) = completion else { return }
        let places = lineage.places.map(\.description).joined(separator: "; ")
        Logger(label: "signals").error(
            "failed: \(error), through \(places.isEmpty ? "unnamed signals" : places)")
    }
}
