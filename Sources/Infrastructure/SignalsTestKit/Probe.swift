public import Scheduling
public import Signals

/// Subscribes to a signal and keeps what arrives, with the moment of its scheduler's clock.
///
/// ```swift
/// let probe = Probe(numbers)
/// subject.send(1)
/// #expect(probe.values == [1])
/// ```
///
/// A probe is confined like the signal that it observes.
public final class Probe<Value, Failure: Error> {
    /// Something that arrived.
    public struct Record {
        /// When it arrived, on the clock of the current scheduler; `nil` on a foreign thread.
        public let moment: SchedulerInstant?
        /// What arrived.
        public let event: Event<Value, Failure>
    }

    /// What arrived, in order.
    public private(set) var records: [Record] = []
    /// What ends the subscription.
    public let subscription = Disposable()

    /// Subscribes to `signal`.
    ///
    /// - Parameter react: called with each event after it has been kept, to act from inside.
    public init(
        _ signal: Signal<Value, Failure>,
        react: @escaping (Probe, Event<Value, Failure>) -> Void = { _, _ in },
        file: StaticString = #fileID, line: UInt = #line
    ) {
        // The source keeps the probe's closures, so they must not keep the probe.
        signal.on(disposed: { [weak subscription] in subscription?.dispose() })
            .observe(
                within: subscription, { [weak self] value in self?.keep(.value(value), react) },
                ended: { [weak self] completion in self?.keep(.ended(completion), react) },
                file: file, line: line)
    }

    deinit {
        subscription.dispose()
    }

    /// The values that arrived.
    public var values: [Value] {
        records.compactMap { if case .value(let value) = $0.event { value } else { nil } }
    }

    /// How the signal ended; `nil` as long as it has not.
    public var completion: Completion<Failure>? {
        completions.first
    }

    /// All terminal events; more than one breaks the grammar.
    public var completions: [Completion<Failure>] {
        records.compactMap { if case .ended(let completion) = $0.event { completion } else { nil } }
    }

    /// Whether the grammar was kept: values, then at most one end, then nothing.
    public var isGrammatical: Bool {
        let ends = records.indices.filter {
            if case .ended = records[$0].event { true } else { false }
        }
        return ends.isEmpty || ends == [records.count - 1]
    }

    /// Ends the subscription.
    public func dispose() {
        subscription.dispose()
    }

    private func keep(
        _ event: Event<Value, Failure>, _ react: (Probe, Event<Value, Failure>) -> Void
    ) {
        records.append(Record(moment: Schedulers.current?.now, event: event))
        react(self, event)
    }
}
