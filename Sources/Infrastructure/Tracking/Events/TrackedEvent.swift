import BoundaryErrors

/// The kind of an event.
package enum TrackedKind: String, Hashable, Sendable, CaseIterable {
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
package struct TrackedEvent: Hashable, Sendable, Identifiable {
    /// The identity of an event; a receiver recognises a repetition by it.
    package struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The run of the program.
        package let session: TrackingID
        /// The position among the events of the run, from 1.
        package let number: UInt64

        /// The session and the number.
        package var description: String { "\(session)-\(number)" }
    }

    /// An error without its message, which may contain anything.
    package struct Failure: Hashable, Sendable {
        /// The name of the error's type.
        package let type: String
        /// The name of the code of a `BoundaryError`; `nil` for another error, and for a code that
        /// is not a word.
        package let code: String?

        init(_ error: any Error) {
            type = "\(Swift.type(of: error))"
            let name = (error as? any BoundaryError)?.code.name
            code = name.flatMap { TrackedWord.isValid($0) ? $0 : nil }
        }
    }

    /// The identity.
    package let id: ID
    /// The installation of the program.
    package let installation: TrackingID
    /// The time since the start of the session, by the monotonic clock.
    package let time: Duration
    /// The kind.
    package let kind: TrackedKind
    /// The name of the operation; for an error, the phase in which it happened.
    package let name: TrackedWord
    /// The variant, such as a provider or a result.
    package let label: TrackedWord?
    /// A number, such as a count.
    package let number: Int64?
    /// The number of occurrences that the event stands for; 1 unless it is a summary.
    package let times: Int64
    /// Further values.
    package let parameters: TrackedParameters
    /// The error; `nil` unless the operation failed.
    package let failure: Failure?
}
