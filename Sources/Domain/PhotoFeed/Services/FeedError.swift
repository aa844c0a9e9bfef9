public import BoundaryErrors

/// An error in fetching, storing or reading a feed.
///
/// All fetchers, libraries and synchronizers fail with it. The message may quote names from a
/// server: escape it before it is written to a terminal.
public struct FeedError: BoundaryError {
    /// The kind of error.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String
        /// The remedy, for the user of the program; `nil` if there is none.
        public let advice: String?

        /// Creates the code named `name`.
        public init(_ name: String, advice: String? = nil) {
            self.name = name
            self.advice = advice
        }

        /// The access token has expired.
        public static let tokenExpired = Code("tokenExpired", advice: "give a new token")
        /// The access token is unknown or revoked, or its user is suspended.
        public static let tokenRefused = Code("tokenRefused", advice: "give a new token")
        /// The user name or the password is wrong.
        public static let passwordRefused = Code(
            "passwordRefused", advice: "give the right user name and password")
        /// The access token lacks a permission, or the account is not allowed to do this.
        public static let permissionMissing = Code(
            "permissionMissing", advice: "grant the app the permission, and then give a new token")
        /// The credential could not be read or renewed; the message contains the remedy.
        public static let credentialUnavailable = Code("credentialUnavailable")
        /// The server could not be reached, the connection broke, or all retries failed.
        public static let network = Code(
            "network", advice: "check the connection and run again; it resumes where it stopped")
        /// The server's certificate does not prove its identity.
        public static let serverNotTrusted = Code(
            "serverNotTrusted",
            advice: "do not trust this server; check its certificate, the CA file and the clock")
        /// The server still limits the rate of requests after all retries.
        public static let rateLimited = Code(
            "rateLimited", advice: "run again later; it resumes where it stopped")
        /// The server's answer violates its contract.
        public static let malformedAnswer = Code("malformedAnswer", advice: "check the endpoint")
        /// The server rejected a request for a reason without a code of its own.
        public static let requestRefused = Code("requestRefused")
        /// The cursor is no longer valid: the feed has to be listed again.
        public static let cursorReset = Code("cursorReset")
        /// The server has no such folder.
        public static let folderNotFound = Code("folderNotFound", advice: "check the folder's name")
        /// The run would remove more photos than it may.
        public static let tooManyRemovals = Code("tooManyRemovals")
        /// The feed exceeds the limits that keep a broken server from filling the disk.
        public static let tooLarge = Code("tooLarge")
        /// The library follows another source, and contains content that only that source has.
        public static let followsAnotherSource = Code(
            "followsAnotherSource",
            advice: "use another library, or replace the source of this one")
        /// The folder contains no library.
        public static let libraryNotFound = Code(
            "libraryNotFound", advice: "check the name, or run a sync first")
        /// Another run holds the library.
        public static let libraryLocked = Code(
            "libraryLocked", advice: "wait until the other run ends")
        /// The library's database fails its consistency check.
        public static let libraryDamaged = Code(
            "libraryDamaged", advice: "keep a copy, and sync into a new folder")
        /// A thumbnail in the library is missing or damaged.
        public static let thumbnailDamaged = Code(
            "thumbnailDamaged",
            advice: "run `touch` on this file unless it is missing, and the next sync fetches what "
                + "is damaged again")
        /// The library's journal does not reach back to the time of a query.
        public static let historyNotKept = Code("historyNotKept", advice: "choose a later time")
        /// The library was written by a newer version of the program.
        public static let libraryTooNew = Code("libraryTooNew", advice: "update the program")
        /// The library was written by a development version, before the first release.
        public static let libraryTooOld = Code("libraryTooOld", advice: "sync into a new folder")
        /// The folder contains something other than a library.
        public static let notALibrary = Code(
            "notALibrary", advice: "choose an empty or a new folder")
        /// The folder cannot be created or written, or belongs to another user.
        public static let libraryUnusable = Code(
            "libraryUnusable", advice: "choose another folder, or correct its permissions")
        /// The disk or the quota is full.
        public static let diskFull = Code(
            "diskFull", advice: "free some space and run again; the library is good")
        /// A read or write on the disk failed.
        public static let storage = Code("storage", advice: "check the disk and run again")
        /// A call reached a service that no longer exists.
        public static let serviceUnavailable = Code("serviceUnavailable")
    }

    /// The kind of error.
    public let code: Code
    /// A description of the error, in one sentence that names the request, field or file concerned.
    public let message: String
    /// The remedy, for the user of the program; `nil` if there is none.
    public let advice: String?
    /// The underlying error; `nil` if there is none.
    public let cause: (any Error)?

    /// Creates an error with this code and message, and a remedy in place of the code's own.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice ?? code.advice
        self.cause = cause
    }
}
