import DurableFiles
import HTTPGateway
import Persistence
import PhotoFeed

/// The conversion of lower errors to those of a feed.
enum OriginalsErrors {
    /// Calls `body`, and converts its errors to a `FeedError` that names `path`.
    static func mapping<Value: ~Copyable>(
        _ path: String, _ body: () throws -> Value
    ) throws(FeedError) -> Value {
        do { return try body() } catch { throw FeedError(error, originalsAt: path) }
    }
}

extension FeedError {
    init(_ error: any Error, originalsAt path: String) {
        switch error {
        case let error as FeedError: self = error
        case let error as DurableFileError: self.init(file: error, at: path)
        case let error as PersistenceError:
            let code: Code =
                switch error.code {
                case .tooNew: .libraryTooNew
                case .migrationChanged: .libraryTooOld
                case .foreign: .notALibrary
                case .noSpace: .diskFull
                case .unreadable, .damaged: .libraryDamaged
                default: .storage
                }
            self.init(
                code, "cannot use the database of originals in \(path): \(error.message)",
                cause: error)
        default:
            self.init(
                .storage, "cannot read or write the originals in \(path): \(error)", cause: error)
        }
    }

    private init(file error: DurableFileError, at path: String) {
        let code: Code =
            switch error.code {
            case .noSpace, .tooLarge: .diskFull
            case .notPermitted, .notAFolder, .notRegularFile, .badName, .isFolder, .exposed:
                .libraryUnusable
            case .locked: .libraryLocked
            case .notFound: .libraryNotFound
            default: .storage
            }
        let message =
            switch error.code {
            case .locked: "another run is using the originals: \(error.path) is locked"
            case .noSpace: "no space is left for the originals in \(path): \(error.reason)"
            default: error.message
            }
        self.init(code, message, cause: error)
    }

    /// The error of the disk below a failed download; `nil` for a failure of another kind.
    var ofDisk: DurableFileError? {
        guard let error = cause as? HTTPError, error.code == .fileFailed else { return nil }
        return error.cause as? DurableFileError
    }

    /// Whether the server sent other content than it has listed.
    var isOfContent: Bool { (cause as? HTTPError)?.code == .contentMismatch }

    /// Whether the server refused this file, and may deliver others.
    var isOfOneFile: Bool {
        guard let code = (cause as? HTTPError)?.code else { return false }
        return [.conflict, .notFound, .rangeNotSatisfiable].contains(code)
    }

    /// Whether the server answered for this file in a way that is of no use.
    ///
    /// It may deliver others, unless it answers for all of them so.
    var isOfOneAnswer: Bool {
        switch code {
        case .malformedAnswer: return true
        case .tokenRefused: return false
        default: break
        }
        guard let code = (cause as? HTTPError)?.code else { return false }
        return Self.codesOfOneAnswer.contains(code)
    }

    private static let codesOfOneAnswer: Set<HTTPError.Code> = [
        .forbidden, .rejected, .preconditionFailed, .serverFailed, .requestTimeout,
        .connectionLost, .emptyResponse, .truncatedBody, .stalled, .deadlineExceeded,
    ]
}
