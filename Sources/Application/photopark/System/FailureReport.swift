import DurableFiles
import FeedGallery
import PhotoFeed
import SafeText
import Scheduling

/// What a person and a script learn of an error that ended a command.
struct FailureReport {
    let status: ExitStatus
    /// One line, harmless for a terminal whatever a server has put into it.
    let message: String

    init(_ error: any Error) {
        let error = Self.root(of: error)
        switch error {
        case let error as ProgramError: status = error.status
        case let error as FeedError: status = Self.status(of: error.code)
        case let error as GalleryError: status = Self.status(of: error)
        default: status = .internalError
        }
        message = TerminalText.escape(Self.text(of: error))
    }

    /// The error's own text, but where our options are the way out, which it cannot know.
    private static func text(of error: any Error) -> String {
        guard let error = error as? FeedError, error.code == .followsAnotherSource else {
            return "\(error)"
        }
        return error.message
            + " (give another --library, or --replace: the library then loses what only the former source has)"
    }

    /// The error that kept a service from being built, for the calls that it could not answer.
    private static func root(of error: any Error) -> any Error {
        switch error {
        case let error as BoundError: error.cause.map(root) ?? error
        case let error as FeedError where error.code == .serviceUnavailable:
            error.cause.map(root) ?? error
        default: error
        }
    }

    private static func status(of code: FeedError.Code) -> ExitStatus {
        switch code {
        case .tokenExpired, .tokenRefused, .permissionMissing: .authorization
        case .network, .serverNotTrusted: .network
        case .rateLimited: .rateLimit
        case .malformedAnswer, .requestRefused, .cursorReset, .tooLarge: .protocolViolation
        case .folderNotFound, .libraryNotFound: .noInput
        case .libraryLocked: .locked
        case .followsAnotherSource: .usage
        case .libraryDamaged: .damagedLibrary
        case .libraryTooNew: .newerLibrary
        case .notALibrary: .notOurs
        case .libraryUnusable: .cannotCreate
        case .diskFull, .storage: .inputOutput
        default: .internalError
        }
    }

    private static let unusable: [DurableFileError.Code?] = [
        .badName, .isFolder, .notAFolder, .notAPlainFile, .notFound, .notPermitted,
    ]

    private static func status(of error: GalleryError) -> ExitStatus {
        switch error.code {
        case .folderNotOurs: .notOurs
        case .inUse: .locked
        case .file: unusable.contains(error.cause?.code) ? .cannotCreate : .inputOutput
        default: .internalError
        }
    }
}
