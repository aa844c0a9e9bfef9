import PhotoFeed

/// An address in an answer that is not below that of the folder of the account.
///
/// A proxy that does not pass the host or a part of the path on is a usual reason.
struct WebDAVForeignAddress: Hashable, Sendable {
    private static let limit = 200

    private let stated: String
    private let base: String

    /// Creates the address that the server has stated in place of one below `base`.
    init(_ stated: String, outside base: String) {
        self.stated = String(stated.unicodeScalars.prefix(Self.limit))
        self.base = base
    }

    /// The error of an answer for the folder `name`.
    func error(in name: String) -> FeedError {
        FeedError(
            .malformedAnswer,
            "\(name): the server names the address \(stated), which is not below \(base)",
            advice: "correct the proxy in front of the server, or --endpoint")
    }
}
