public import BoundaryErrors

/// An error of a store: its kind, the place of the data, the key, and a remedy.
///
/// No error contains a stored value. `place` may contain
/// a path that the user has chosen: escape it before it is written to a terminal or a log.
public struct KeyedStoreError: BoundaryError {
    /// The kind of error; new codes may be added.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String

        /// Creates the code named `name`.
        public init(_ name: String) { self.name = name }

        /// The stored data is damaged; it was copied, and nothing is written.
        public static let damaged = Code("damaged")
        /// A newer version of the program has written the stored data, or the value of one key.
        public static let newerFormat = Code("newerFormat")
        /// The value of one key cannot be decoded.
        public static let unreadable = Code("unreadable")
        /// A value cannot be stored.
        public static let unwritable = Code("unwritable")
        /// Other users can read the stored data.
        public static let exposed = Code("exposed")
        /// Another process has been writing for longer than the time limit.
        public static let locked = Code("locked")
        /// Permissions, or a read-only file system, do not allow the access.
        public static let notPermitted = Code("notPermitted")
        /// The disk or the quota is full.
        public static let noSpace = Code("noSpace")
        /// The data is larger than the limit of the store or of its backend.
        public static let tooLarge = Code("tooLarge")
        /// Any other failure of the backend.
        public static let failed = Code("failed")
    }

    /// The kind of error.
    public let code: Code
    /// The place of the data, such as `file settings.json`.
    public let place: String
    /// The name of the key concerned; `nil` where the error concerns the whole store.
    public let key: String?
    /// The cause, without the place and the key.
    public let reason: String
    /// The remedy.
    public let advice: String?

    /// Creates an error, for a backend.
    public init(
        _ code: Code, place: String, key: String? = nil, reason: String, advice: String?
    ) {
        self.code = code
        self.place = place
        self.key = key
        self.reason = reason
        self.advice = advice
    }

    /// The failure in one sentence.
    public var message: String { "\(key.map { "key '\($0)' in " } ?? "")\(place): \(reason)" }
}
