public import Scheduling
public import Signals

/// Subscribes to a signal and records its events, with the time on its scheduler's clock.
///
/// ```swift
/// let subject = Subject<Int, Never>()
/// let probe = Probe(subject.signal)
/// subject.send(1)
/// #expect(probe.values == [1])
/// ```
///
/// A probe is confined like the signal that it observes.
public final class Probe<Value, Failure: Error> {
    /// A recorded event.
    public struct Record {
        /// The time of the event on the clock of the current scheduler; `nil` on a foreign thread.
        public let moment: SchedulerInstant?
        /// The event.
        public let event: SignalEvent<Value, Failure>
    }

    /// The recorded events, in order.
    public private(set) var records: [Record] = []
    /// The lifetime of the subscription.
    public let subscription = Disposable()

    /// Subscribes to `signal`.
    ///
    /// - Parameter react: called with each event after it has been recorded, to act from inside the
    ///   delivery.
    public init(
        _ signal: Signal<Value, Failure>,
        react: @escaping (Probe, SignalEvent<Value, Failure>) -> Void = { _, _ in },
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

    /// The values of the recorded events.
    public var values: [Value] {
        records.compactMap { if case .value(let value) = $0.event { value } else { nil } }
    }

    /// The first terminal event; `nil` until the signal ends.
    public var completion: Completion<Failure>? {
        completions.first
    }

    /// All terminal events; more than one breaks the grammar.
    public var completions: [Completion<Failure>] {
        records.compactMap { if case .ended(let completion) = $0.event { completion } else { nil } }
    }

    /// Whether the events follow the grammar: values, then at most one end, then nothing.
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
        _ event: SignalEvent<Value, Failure>, _ react: (Probe, SignalEvent<Value, Failure>) -> Void
    ) {
        records.append(Record(moment: Schedulers.current?.now, event: event))
        react(self, event)
    }
}
