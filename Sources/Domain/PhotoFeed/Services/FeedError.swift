public import Scheduling
public import Signals

/// An error in fetching, storing or reading a feed: its cause and the remedy.
///
/// Two errors are equal when their codes are; the rest is for a reader. `message` may quote
/// untrusted text: escape it before it is written to a terminal.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; open, so that a new kind breaks no `switch`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Creates the code named `rawValue`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The access token has expired.
        public static let tokenExpired = Code(rawValue: "tokenExpired")
        /// The access token is unknown or revoked, or its user is suspended.
        public static let tokenRefused = Code(rawValue: "tokenRefused")
        /// The user name or the password is wrong.
        public static let passwordRefused = Code(rawValue: "passwordRefused")
        /// The access token lacks a permission, or the account is not allowed to do this.
        public static let permissionMissing = Code(rawValue: "permissionMissing")
        /// The server could not be reached, the connection broke, or all retries failed.
        public static let network = Code(rawValue: "network")
        /// The server's certificate does not prove its identity.
        public static let serverNotTrusted = Code(rawValue: "serverNotTrusted")
        /// The server still limits the rate of requests after all retries.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// The server's answer violates its contract.
        public static let malformedAnswer = Code(rawValue: "malformedAnswer")
        /// The server rejected a request for a reason without a code of its own.
        public static let requestRefused = Code(rawValue: "requestRefused")
        /// The cursor is no longer valid: the feed has to be listed again.
        public static let cursorReset = Code(rawValue: "cursorReset")
        /// The server has no such folder.
        public static let folderNotFound = Code(rawValue: "folderNotFound")
        /// The feed exceeds the limits that keep a broken server from filling the disk.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The library follows another source, and contains content that only that source has.
        public static let followsAnotherSource = Code(rawValue: "followsAnotherSource")
        /// The folder contains no library.
        public static let libraryNotFound = Code(rawValue: "libraryNotFound")
        /// Another run holds the library.
        public static let libraryLocked = Code(rawValue: "libraryLocked")
        /// The library's database fails its consistency check.
        public static let libraryDamaged = Code(rawValue: "libraryDamaged")
        /// The library was written by a newer version of the program.
        public static let libraryTooNew = Code(rawValue: "libraryTooNew")
        /// The folder contains something other than a library.
        public static let notALibrary = Code(rawValue: "notALibrary")
        /// The folder cannot be created or written, or belongs to another user.
        public static let libraryUnusable = Code(rawValue: "libraryUnusable")
        /// The disk or the quota is full.
        public static let diskFull = Code(rawValue: "diskFull")
        /// A read or write on the disk failed.
        public static let storage = Code(rawValue: "storage")
        /// A call reached a service that no longer exists.
        public static let serviceUnavailable = Code(rawValue: "serviceUnavailable")
    }

    /// The kind of error.
    public let code: Code
    /// A description of the error, in one sentence that names the request, field or file concerned.
    public let message: String
    /// The underlying error, if any.
    public let cause: (any Error)?

    /// Creates an error with this code and message.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Equality on the code alone.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Feeds the code into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The message and the advice.
    public var description: String {
        advice.map { "\(message) (\($0))" } ?? message
    }

    /// The remedy, for the person who runs the program; `nil` if the message contains it.
    public var advice: String? {
        switch code {
        case .tokenExpired, .tokenRefused: "give a new token"
        case .passwordRefused: "give the right user name and password"
        case .permissionMissing: "grant the app the permission, and then give a new token"
        case .network: "check the connection and run again; it resumes where it stopped"
        case .serverNotTrusted:
            "do not trust this server; check its certificate, the CA file and the clock"
        case .rateLimited: "run again later; it resumes where it stopped"
        case .malformedAnswer: "check the endpoint"
        case .folderNotFound: "check the folder's name"
        case .followsAnotherSource: "use another library, or replace the source of this one"
        case .libraryNotFound: "check the name, or run a sync first"
        case .libraryLocked: "wait until the other run ends"
        case .libraryDamaged: "keep a copy, and sync into a new folder"
        case .libraryTooNew: "update the program"
        case .notALibrary: "choose an empty or a new folder"
        case .libraryUnusable: "choose another folder, or correct its permissions"
        case .diskFull: "free some space and run again; the library is good"
        case .storage: "check the disk and run again"
        default: nil
        }
    }
}

extension FeedError: UnavailabilityConvertible {
    /// Creates the failure of a call to a service that is unavailable.
    public init(unavailable error: BoundError) {
        self.init(.serviceUnavailable, "the service could not be called: \(error)", cause: error)
    }
}
