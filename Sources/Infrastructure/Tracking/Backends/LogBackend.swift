package import Logging

/// Writes each event to the log, at the level `debug`.
///
/// The identifier of the installation is left out. The log is kept by its own observers, so there
/// is nothing to forget here.
package struct LogBackend: TrackingBackend {
    /// The name in reports.
    package let name: TrackedWord = "log"
    private let logger: Logger

    /// Creates a backend for a logger.
    package init(_ logger: Logger = Logger(label: "usage")) { self.logger = logger }

    /// Writes one message for each event.
    nonisolated(nonsending) package func receive(_ events: [TrackedEvent]) async {
        for event in events {
            logger.debug("\(event.kind.rawValue) \(event.name)", metadata: Self.metadata(of: event))
        }
    }

    /// Changes nothing.
    nonisolated(nonsending) package func forget() async {}

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
