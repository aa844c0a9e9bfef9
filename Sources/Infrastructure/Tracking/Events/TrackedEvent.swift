import BoundaryErrors

/// The kind of an event.
public enum TrackedKind: String, Hashable, Sendable, CaseIterable {
    /// The user has read something.
    case ux
    /// The user has changed something.
    case uxModify
    /// The program has read from a service.
    case cloud
    /// The program has changed something at a service, or the access to it.
    case cloudModify
    /// An operation has failed.
    case error
}

/// Something that the program did, without its content.
public struct TrackedEvent: Hashable, Sendable, Identifiable {
    /// The identity of an event; a receiver recognises a repetition by it.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The run of the program.
        public let session: TrackingID
        /// The position among the events of the run, from 1.
        public let number: UInt64

        /// The session and the number.
        public var description: String { "\(session)-\(number)" }
    }

    /// An error without its message, which may contain anything.
    public struct Failure: Hashable, Sendable {
        /// The name of the error's type.
        public let type: String
        /// The name of the code of a `BoundaryError`; `nil` for another error, and for a code that
        /// is not a word.
        public let code: String?

        init(_ error: any Error) {
            type = "\(Swift.type(of: error))"
            let name = (error as? any BoundaryError)?.code.name
            code = name.flatMap { TrackedWord.isValid($0) ? $0 : nil }
        }
    }

    /// The identity.
    public let id: ID
    /// The installation of the program.
    public let installation: TrackingID
    /// The time since the start of the session, by the monotonic clock.
    public let time: Duration
    /// The kind.
    public let kind: TrackedKind
    /// The name of the operation; for an error, the phase in which it happened.
    public let name: TrackedWord
    /// The variant, such as a provider or a result.
    public let label: TrackedWord?
    /// A number, such as a count.
    public let number: Int64?
    /// The number of occurrences that the event stands for; 1 unless it is a summary.
    public let times: Int64
    /// Further values.
    public let parameters: TrackedParameters
    /// The error; `nil` unless the operation failed.
    public let failure: Failure?
}
