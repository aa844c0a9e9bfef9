import Foundation

/// The reason why a file, or a part of it, cannot be read.
struct ReadFailure: Error, Hashable {  // not a BoundaryError: a part of a verification's result
    /// The reason in words.
    let reason: String
    /// Whether the medium has lost bytes, so that reading again does not help.
    let isOfMedium: Bool

    /// The file has become shorter while it was read.
    static let ofChange = ReadFailure(reason: "it was changed meanwhile", isOfMedium: false)

    private init(reason: String, isOfMedium: Bool) {
        self.reason = reason
        self.isOfMedium = isOfMedium
    }

    /// Creates the failure of a system call from its `errno`.
    init(_ number: Int32) {
        // A file system reports a wrong checksum of its own by the last one.
        self.init(
            reason: String(cString: strerror(number)),
            isOfMedium: number == EIO || number == EBADMSG)
    }
}
