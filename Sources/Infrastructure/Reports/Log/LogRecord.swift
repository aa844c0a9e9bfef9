import Foundation
public import Logging
import TextFormats

/// A log message that has passed the redaction; it is made once for all observers.
public struct LogRecord: Hashable, Sendable {
    /// The error of a message: its type, and the code and the message of a `BoundaryError`.
    public struct Failure: Hashable, Sendable {
        /// The name of the error's type.
        public let type: String
        /// The name of the code; `nil` if the error is not a `BoundaryError`.
        public let code: String?
        /// The message; `nil` if the error is not a `BoundaryError`, because the texts of other
        /// errors may contain anything.
        public let message: String?
    }

    /// An entry of the metadata.
    public struct Entry: Hashable, Sendable {
        /// The key; the keys of nested dictionaries are joined by dots.
        public let key: String
        /// The value.
        public let value: String
    }

    /// The position among all records of the process.
    let number: UInt64
    /// The time since 1970 in UTC.
    public let time: Duration
    /// The level.
    public let level: Logger.Level
    /// The label of the logger.
    public let label: String
    /// The text.
    public let message: String
    /// The error; `nil` if the message has none.
    public let failure: Failure?
    /// The metadata, in the order of the keys.
    public let metadata: [Entry]
    /// The file and the line.
    public let place: String

    /// Creates the record of an observer that has lost others; its text has no part of them.
    package static func ofLosses(_ count: Int, by observer: String) -> LogRecord {
        LogRecord(
            number: 0, time: .seconds(Date().timeIntervalSince1970), level: .warning,
            label: "logs", message: "\(count) records were lost: \(observer) could not keep them",
            failure: nil, metadata: [Entry(key: "lost", value: "\(count)")], place: "logs")
    }

    /// The time as `2026-01-31T12:00:00.123Z`.
    public var timeText: String {
        let milliseconds = time / .milliseconds(1)
        let whole = Int64(milliseconds.rounded(.down))
        let rest = String(1_000 + whole % 1_000).dropFirst()
        return "\(CivilTime(secondsSinceEpoch: whole / 1_000)).\(rest)Z"
    }
}

/// The form of a line of a log.
public enum LogFormat: Hashable, Sendable {
    /// Text for a reader: time, level, label, message, error, metadata.
    case text
    /// A JSON object for programs.
    case json

    /// Returns the line of a record, without a line feed at the end.
    public func line(_ record: LogRecord) -> String {
        switch self {
        case .text: text(record)
        case .json: json(record)
        }
    }

    private func text(_ record: LogRecord) -> String {
        var line = "\(record.timeText) \(record.level) \(record.label): \(record.message)"
        if let failure = record.failure {
            line += " [\(failure.type)"
            if let code = failure.code { line += " \(code)" }
            if let message = failure.message { line += ": \(message)" }
            line += "]"
        }
        for entry in record.metadata { line += " \(entry.key)=\(entry.value)" }
        return line
    }

    private func json(_ record: LogRecord) -> String {
        let bytes = JSONWriter.object { json in
            json.member("time", record.timeText)
            json.member("level", record.level.rawValue)
            json.member("label", record.label)
            json.member("message", record.message)
            if let failure = record.failure {
                json.object("error") {
                    $0.member("type", failure.type)
                    if let code = failure.code { $0.member("code", code) }
                    if let message = failure.message { $0.member("message", message) }
                }
            }
            if !record.metadata.isEmpty {
                json.object("metadata") {
                    for entry in record.metadata {
                        $0.name(escaping: entry.key)
                        $0.string(entry.value)
                    }
                }
            }
            json.member("place", record.place)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
