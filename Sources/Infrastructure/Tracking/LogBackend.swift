package import Logging

/// Writes each event to the log, at the level `debug`.
///
/// A message is the kind and the name, with the identity of the event and the other values as its
/// metadata. The identifier of the installation is left out. The observers of the log store it, so
/// `forget()` does nothing.
package struct LogBackend: TrackingBackend {
    /// The name in reports.
    package let name: TrackedWord = "log"
    private let logger: Logger

    /// Creates a backend for a logger.
    package init(_ logger: Logger = Logger(label: "usage")) { self.logger = logger }

    /// Writes one message for each event.
    nonisolated(nonsending) package func receive(_ events: [TrackedEvent]) async {
        for event in events {
            let action = event.action
            var metadata: Logger.Metadata = ["event": "\(event.id)"]
            if let label = action.label { metadata["label"] = "\(label.text)" }
            if let number = action.number { metadata["number"] = "\(number)" }
            if action.times != 1 { metadata["times"] = "\(action.times)" }
            if let failure = action.failure {
                metadata["error"] = "\(failure.type)"
                if let code = failure.code { metadata["code"] = "\(code)" }
            }
            logger.debug("\(action.kind.rawValue) \(action.name.text)", metadata: metadata)
        }
    }

    /// Changes nothing.
    nonisolated(nonsending) package func forget() async {}
}
