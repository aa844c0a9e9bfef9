import JSONText
import Tracking

/// An event as a record of a spool: its installation, and the line that is sent.
///
/// The line has words of the program's source, numbers, times and random identifiers only.
enum EventRecord {
    /// The digits of the installation, before the line.
    private static let prefix = 32

    /// Returns the record of an event.
    static func bytes(_ event: TrackedEvent) -> [UInt8] {
        Array("\(event.installation)".utf8)
            + JSONWriter.object { json in
                json.member("id", "\(event.id)")
                json.member("installation", "\(event.installation)")
                json.member("time", milliseconds(event.time))
                json.member("kind", event.kind.rawValue)
                json.member("name", event.name.text)
                if let label = event.label { json.member("label", label.text) }
                if let number = event.number { json.member("number", number) }
                if event.times != 1 { json.member("times", event.times) }
                if let failure = event.failure {
                    json.object("error") {
                        $0.member("type", failure.type)
                        if let code = failure.code { $0.member("code", code) }
                    }
                }
                guard !event.parameters.entries.isEmpty else { return }
                json.object("parameters") { json in
                    for entry in event.parameters.entries {
                        json.name(escaping: entry.key.text)
                        switch entry.value {
                        case .word(let word): json.string(word.text)
                        case .number(let number): json.integer(number)
                        case .duration(let duration): json.integer(milliseconds(duration))
                        }
                    }
                }
            }
    }

    /// The installation of a record; `nil` for a record of another form.
    static func installation(of record: [UInt8]) -> TrackingID? {
        TrackingID(String(decoding: record.prefix(prefix), as: UTF8.self))
    }

    /// The line of a record.
    static func line(of record: [UInt8]) -> [UInt8] { Array(record.dropFirst(prefix)) }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (milliseconds, isTooLarge) = duration.components.seconds
            .multipliedReportingOverflow(by: 1_000)
        let rest = duration.components.attoseconds / 1_000_000_000_000_000
        let (sum, isSumTooLarge) = milliseconds.addingReportingOverflow(rest)
        guard !isTooLarge, !isSumTooLarge else { return duration < .zero ? .min : .max }
        return sum
    }
}
