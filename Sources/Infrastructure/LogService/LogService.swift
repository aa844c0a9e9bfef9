import BoundaryErrors
import Foundation
public import Logging
public import Scheduling
import Synchronization

/// A backend of swift-log that passes records to observers, each on its scheduler.
///
/// ```swift
/// let logs = LogService()
/// LoggingSystem.bootstrap(logs.handler)
/// logs.observe([.warning, .error, .critical], as: "console", on: business) {
///     let console = LogConsole()
///     return { console.receive($0) }
/// }
/// logs.finishSetUp()
/// Logger(label: "sync").error("the server does not answer")
/// ```
///
/// A record is made once, if an observer wants its level, and all its texts pass `redaction`. A log
/// call puts it into the queue of each observer, and waits neither for them nor for disk or
/// network. A queue has a capacity: a slow observer loses the oldest records of the lowest level,
/// and a record states how many. The records of one thread reach each observer in their order.
///
/// Records from before `finishSetUp()` are kept, up to 1,000, for the observers that are added
/// until then.
///
/// Thread-safe. A call below all wanted levels costs the load of a number.
public final class LogService: Sendable {
    private struct State {
        var observations: [LogObservation] = []
        /// The records before the end of the set-up; `nil` after it.
        var early: [LogRecord]? = []
    }

    /// The redaction of all texts.
    public let redaction: LogRedaction
    private let earlyLimit: Int
    private let state = Guarded(State())
    private let wanted: Atomic<UInt8>
    private let numbers = Atomic<UInt64>(0)
    private let now: @Sendable () -> Duration
    private static let allLevels: UInt8 = Logger.Level.allCases.reduce(0) { $0 | $1.bit }

    /// Creates a service without observers.
    ///
    /// - Parameters:
    ///   - redaction: the redaction of all texts.
    ///   - early: the number of records that are kept until `finishSetUp()`.
    ///   - now: the time since 1970, for the records; without it, that of the system.
    public init(
        redaction: LogRedaction = LogRedaction(), early: Int = 1_000,
        now: (@Sendable () -> Duration)? = nil
    ) {
        self.redaction = redaction
        earlyLimit = early
        self.now = now ?? { .seconds(Date().timeIntervalSince1970) }
        wanted = Atomic(early > 0 ? Self.allLevels & ~Logger.Level.trace.bit : 0)
    }

    /// Returns a handler, for `LoggingSystem.bootstrap`.
    @Sendable
    public func handler(label: String) -> any LogHandler {
        ServiceLogHandler(service: self, label: label)
    }

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - levels: the levels whose records it receives.
    ///   - name: its name, for the record about dropped ones.
    ///   - scheduler: the scheduler on which it is made, called and released.
    ///   - capacity: the number of records that may wait for it.
    ///   - make: makes the observer, on the scheduler: a closure that receives records in order.
    @discardableResult
    public func observe(
        _ levels: Set<Logger.Level>, as name: String, on scheduler: any Scheduler,
        capacity: Int = 1_000, _ make: @escaping @Sendable () -> ([LogRecord]) -> Void
    ) -> LogObservation {
        let lazily: () -> ([LogRecord]) -> Void = {
            var receive: (([LogRecord]) -> Void)?
            return { records in
                // Not `??`: it would wrap the closure, each time once more.
                if receive == nil { receive = make() }
                receive?(records)
            }
        }
        let observation = LogObservation(
            name, levels.reduce(0) { $0 | $1.bit }, on: scheduler, capacity: capacity, lazily()
        ) { [weak self] in self?.remove($0) }
        state.withLock { state in
            state.observations.append(observation)
            update(state)
            // A record that is logged meanwhile follows the early ones.
            for record in state.early ?? [] where observation.levels & record.level.bit != 0 {
                observation.send(record)
            }
        }
        return observation
    }

    /// Ends the set-up: records are no longer kept for later observers.
    public func finishSetUp() {
        state.withLock { state in
            state.early = nil
            update(state)
        }
    }

    private func remove(_ observation: LogObservation) {
        state.withLock { state in
            state.observations.removeAll { $0 === observation }
            update(state)
        }
    }

    private func update(_ state: State) {
        guard state.early == nil else { return }
        wanted.store(state.observations.reduce(0) { $0 | $1.levels }, ordering: .relaxed)
    }

    /// The lowest level that an observer wants; `nil` without observers.
    var lowestLevel: Logger.Level? {
        let wanted = wanted.load(ordering: .relaxed)
        return wanted == 0 ? nil : Logger.Level(index: wanted.trailingZeroBitCount)
    }

    func log(_ event: LogEvent, label: String, metadata: Logger.Metadata) {
        guard wanted.load(ordering: .relaxed) & event.level.bit != 0 else { return }
        let record = record(of: event, label: label, metadata)
        // The lock keeps the order of the early records and of the later ones.
        let observations = state.withLock { state in
            if let early = state.early, early.count < earlyLimit { state.early?.append(record) }
            return state.observations
        }
        for observation in observations where observation.levels & record.level.bit != 0 {
            observation.send(record)
        }
    }

    private func record(
        of event: LogEvent, label: String, _ metadata: Logger.Metadata
    ) -> LogRecord {
        LogRecord(
            number: numbers.wrappingAdd(1, ordering: .relaxed).newValue, time: now(),
            level: event.level, label: redaction.text(label),
            message: redaction.text(event.message.description),
            failure: event.error.map(failure), metadata: entries(metadata),
            place: "\(redaction.text(event.file)):\(event.line)")
    }

    private func failure(_ error: any Error) -> LogRecord.Failure {
        let boundary = error as? any BoundaryError
        return LogRecord.Failure(
            type: "\(type(of: error))", code: boundary?.code.name,
            message: boundary.map { redaction.text($0.message) })
    }

    private func entries(_ metadata: Logger.Metadata) -> [LogRecord.Entry] {
        guard !metadata.isEmpty else { return [] }
        var entries: [LogRecord.Entry] = []
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            add(value, key, to: &entries)
        }
        return entries
    }

    private func add(
        _ value: Logger.MetadataValue, _ key: String, to entries: inout [LogRecord.Entry]
    ) {
        func entry(_ text: String) -> LogRecord.Entry {
            let isSecret =
                value.attributes[LogPrivacy.self] == .secret || redaction.isSecret(name: key)
            return LogRecord.Entry(
                key: redaction.text(key),
                value: isSecret ? LogRedaction.placeholder : redaction.text(text))
        }
        switch value {
        case .string(let text): entries.append(entry(text))
        case .stringConvertible(let value): entries.append(entry(value.description))
        case .array(let values):
            for (index, value) in values.enumerated() {
                add(value, "\(key).\(index)", to: &entries)
            }
        case .dictionary(let values):
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                add(value, "\(key).\(name)", to: &entries)
            }
        }
    }
}

/// The handler of one logger.
struct ServiceLogHandler: LogHandler {
    let service: LogService
    let label: String
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private var ownLevel: Logger.Level?

    init(service: LogService, label: String) {
        self.service = service
        self.label = label
    }

    /// The level of this logger; without one, the lowest that an observer wants.
    var logLevel: Logger.Level {
        get { ownLevel ?? service.lowestLevel ?? .critical }
        set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let given = event.metadata { all.merge(given) { $1 } }
        service.log(event, label: label, metadata: all)
    }
}
