import BoundaryErrors

/// The kind of an event.
package enum TrackedKind: String, Hashable, Sendable {
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

/// Something that the program did, without its content: words of the program's source and numbers.
package struct TrackedAction: Hashable, Sendable {
    /// An error without its message, which may contain anything.
    struct Failure: Hashable, Sendable {
        /// The name of the error's type.
        let type: String
        /// The name of the code of a `BoundaryError`; `nil` for another error, and for a code that
        /// is not a word.
        let code: String?
    }

    /// The kind.
    let kind: TrackedKind
    /// The name of the operation; for an error, the phase in which it happened.
    let name: TrackedWord
    /// The variant, such as a provider or a result.
    let label: TrackedWord?
    /// A number, such as an exit code.
    let number: Int64?
    /// The number of occurrences; 1 unless it is a summary.
    let times: Int64
    /// The error; `nil` unless the operation failed.
    let failure: Failure?

    /// The label; without one, the code of the error; empty if there is neither.
    var labelText: String { label?.text ?? failure?.code ?? "" }

    /// Creates an action.
    package init(
        _ kind: TrackedKind, _ name: TrackedWord, label: TrackedWord? = nil, number: Int64? = nil,
        times: Int64 = 1
    ) {
        self.kind = kind
        self.name = name
        self.label = label
        self.number = number
        self.times = times
        failure = nil
    }

    /// Creates the action of an error: its type and its code, without its message.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - phase: the operation that failed.
    package init(_ error: any Error, in phase: TrackedWord) {
        kind = .error
        name = phase
        label = nil
        number = nil
        times = 1
        let code = (error as? any BoundaryError)?.code.name
        failure = Failure(
            type: "\(type(of: error))", code: code.flatMap { TrackedWord.isValid($0) ? $0 : nil })
    }
}

/// An action of an installation at a moment.
package struct TrackedEvent: Hashable, Sendable {
    /// The identity of an event; a receiver recognises a repetition by it.
    struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The run of the program.
        let session: TrackingID
        /// The position among the events of the run, from 1.
        let number: UInt64

        /// The session and the number.
        var description: String { "\(session)-\(number)" }
    }

    /// The identity.
    let id: ID
    /// The installation of the program.
    let installation: TrackingID
    /// The time since the start of the session, by the monotonic clock.
    let time: Duration
    /// The action.
    let action: TrackedAction
}
