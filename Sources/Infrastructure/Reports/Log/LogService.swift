import BoundaryErrors
import Foundation
public import Logging
public import Scheduling
import Synchronization

/// A backend of swift-log that passes records to observers, each on its scheduler.
///
/// ```swift
/// let logs = LogService()
/// logs.observe(from: .warning, as: "console", on: business) {
///     let console = LogConsole()
///     return { console.receive($0) }
/// }
/// LoggingSystem.bootstrap(logs.handler)
/// Logger(label: "sync").error("the server does not answer")
/// ```
///
/// A record is made once, if an observer wants its level, and all its texts pass `redaction`. A log
/// call puts it into the queue of each observer, and waits neither for them nor for disk or
/// network. A queue has a capacity: a slow observer loses the oldest records of the lowest level,
/// and a record states how many. The records of one thread reach each observer in their order.
///
/// Thread-safe. A call below all wanted levels costs the load of a number.
public final class LogService: Sendable {
    /// The redaction of all texts.
    public let redaction: LogRedaction
    private let observations = Guarded<[LogObservation]>([])
    /// The position of the lowest level that an observer wants; that after the highest for none.
    private let wanted = Atomic(Logger.Level.critical.index + 1)
    private let numbers = Atomic<UInt64>(0)
    private let now: @Sendable () -> Duration
    private static let levels = Logger.Level.allCases

    /// Creates a service without observers.
    ///
    /// - Parameters:
    ///   - redaction: the redaction of all texts.
    ///   - now: the time since 1970, for the records; without it, that of the system.
    public init(
        redaction: LogRedaction = LogRedaction(), now: (@Sendable () -> Duration)? = nil
    ) {
        self.redaction = redaction
        self.now = now ?? { .seconds(Date().timeIntervalSince1970) }
    }

    /// Returns a handler, for `LoggingSystem.bootstrap`.
    @Sendable
    public func handler(label: String) -> any LogHandler {
        ServiceLogHandler(service: self, label: label)
    }

    /// Adds an observer, which exists as long as the service.
    ///
    /// - Parameters:
    ///   - level: the lowest level whose records it receives.
    ///   - name: its name, for the record about dropped ones.
    ///   - scheduler: the scheduler on which it is made, called and released.
    ///   - capacity: the number of records that may wait for it.
    ///   - make: makes the observer, on the scheduler: a closure that receives records in order.
    public func observe(
        from level: Logger.Level, as name: String, on scheduler: any Scheduler,
        capacity: Int = 1_000, _ make: @escaping @Sendable () -> ([LogRecord]) -> Void
    ) {
        var receive: (([LogRecord]) -> Void)?
        let observation = LogObservation(name, level, on: scheduler, capacity: capacity) {
            // Not `??`: it would wrap the closure, each time once more.
            if receive == nil { receive = make() }
            receive?($0)
        }
        observations.withLock { observations in
            observations.append(observation)
            let lowest = observations.map(\.level.index).min() ?? 0
            wanted.store(lowest, ordering: .relaxed)
        }
    }

    /// The lowest level that an observer wants; `nil` without observers.
    var lowestLevel: Logger.Level? {
        let wanted = wanted.load(ordering: .relaxed)
        return wanted < Self.levels.count ? Self.levels[wanted] : nil
    }

    func log(_ event: LogEvent, label: String, metadata: Logger.Metadata) {
        guard event.level.index >= wanted.load(ordering: .relaxed) else { return }
        let record = record(of: event, label: label, metadata)
        for observation in observations.withLock({ $0 }) where observation.level <= record.level {
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
            LogRecord.Entry(
                key: redaction.text(key),
                value: redaction.isSecret(name: key)
                    ? LogRedaction.placeholder : redaction.text(text))
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
