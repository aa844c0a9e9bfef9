public import Logging

/// Writes each event to the log, at the level `debug`.
///
/// A message is the kind and the name, with the identity of the event and the other values as its
/// metadata. The identifier of the installation is left out. The observers of the log store it, so
/// `forget()` does nothing.
///
/// Thread-safe. A batch costs a call of the logger for each event, in the task of the tracker.
public struct LogBackend: TrackingBackend {
    /// The name in reports.
    public let name: TrackedWord = "log"
    private let logger: Logger

    /// Creates a backend for a logger.
    public init(_ logger: Logger = Logger(label: "usage")) { self.logger = logger }

    /// Writes one message for each event.
    nonisolated(nonsending) public func receive(_ events: [TrackedEvent]) async {
        for event in events {
            logger.debug("\(event.kind.rawValue) \(event.name)", metadata: Self.metadata(of: event))
        }
    }

    /// Changes nothing.
    nonisolated(nonsending) public func forget() async {}

    private static func metadata(of event: TrackedEvent) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["event": "\(event.id)"]
        if let label = event.label { metadata["label"] = "\(label)" }
        if let number = event.number { metadata["number"] = "\(number)" }
        if event.times != 1 { metadata["times"] = "\(event.times)" }
        if let failure = event.failure {
            metadata["error"] = "\(failure.type)"
            if let code = failure.code { metadata["code"] = "\(code)" }
        }
        for entry in event.parameters.entries {
            metadata["parameter.\(entry.key)"] = "\(entry.value)"
        }
        return metadata
    }
}
