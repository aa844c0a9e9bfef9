import TextFormats

/// An event as a record of a spool: its installation, and the line that is sent.
///
/// The line has words of the program's source, numbers, times and random identifiers only.
enum EventRecord {
    /// The digits of the installation, before the line.
    private static let prefix = 32

    /// Returns the record of an event.
    static func bytes(_ event: TrackedEvent) -> [UInt8] {
        let action = event.action
        return Array("\(event.installation)".utf8)
            + JSONWriter.object { json in
                json.member("id", "\(event.id)")
                json.member("installation", "\(event.installation)")
                json.member("time", Int64(event.time / .milliseconds(1)))
                json.member("kind", action.kind.rawValue)
                json.member("name", action.name.text)
                if let label = action.label { json.member("label", label.text) }
                if let number = action.number { json.member("number", number) }
                if action.times != 1 { json.member("times", action.times) }
                guard let failure = action.failure else { return }
                json.object("error") {
                    $0.member("type", failure.type)
                    if let code = failure.code { $0.member("code", code) }
                }
            }
    }

    /// The installation of a record; `nil` for a record of another form.
    static func installation(of record: [UInt8]) -> TrackingID? {
        TrackingID(String(decoding: record.prefix(prefix), as: UTF8.self))
    }

    /// The line of a record.
    static func line(of record: [UInt8]) -> [UInt8] { Array(record.dropFirst(prefix)) }
}
