import Composition
import PhotoFeed
import Routing
import Scheduling
import TextFormats

/// The exit code and the message for an error that ended a command.
package struct FailureReport: Equatable, Sendable {
    package let status: ExitStatus
    /// The message: one line, escaped for a terminal because it may contain a server's text.
    package let message: String

    package init(_ error: any Error) {
        let error = Self.root(of: error)
        switch error {
        case let error as any CommandFailure: status = error.exitStatus
        case let error as FeedError: status = Self.status(of: error.code)
        default: status = .internalError
        }
        message = TerminalText.escape(Self.text(of: error))
    }

    /// The error's text, with the command-line options where they are the remedy.
    private static func text(of error: any Error) -> String {
        guard let error = error as? FeedError else { return "\(error)" }
        if error.code == .tooManyRemovals {
            return error.message
                + " (if they are deleted on purpose, give --max-delete with a larger number)"
        }
        guard error.code == .followsAnotherSource else { return "\(error)" }
        return error.message
            + " (give another --library, or --replace, which removes the entries that only the "
            + "former source has)"
    }

    /// The error that made a call fail, or that prevented its service from being built.
    package static func root(of error: any Error) -> any Error {
        switch error {
        case let error as BoundError: error.cause.map(root) ?? error
        case let error as CompositionError: error.cause.map(root) ?? error
        case let error as RouteError: error.cause.map(root) ?? error
        case let error as FeedError where error.code == .serviceUnavailable:
            error.cause.map(root) ?? error
        default: error
        }
    }

    private static func status(of code: FeedError.Code) -> ExitStatus {
        switch code {
        case .tokenExpired, .tokenRefused, .passwordRefused, .permissionMissing,
            .credentialUnavailable:
            .authorization
        case .network, .serverNotTrusted: .network
        case .rateLimited: .rateLimit
        case .malformedAnswer, .requestRefused, .cursorReset, .tooLarge: .protocolViolation
        case .tooManyRemovals: .partialSuccess
        case .folderNotFound, .libraryNotFound, .historyNotKept: .noInput
        case .libraryLocked: .locked
        case .followsAnotherSource: .usage
        case .libraryDamaged, .thumbnailDamaged: .damagedLibrary
        case .libraryTooNew, .libraryTooOld: .newerLibrary
        case .notALibrary: .notOurs
        case .libraryUnusable: .cannotCreate
        case .diskFull, .storage: .inputOutput
        default: .internalError
        }
    }
}
