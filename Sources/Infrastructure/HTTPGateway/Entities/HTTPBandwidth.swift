/// The bandwidth limit in each direction; `nil` means unlimited, and less than 1 means 1.
public struct HTTPBandwidth: Hashable, Sendable {
    /// The limit in bytes per second to the server.
    public var upload: Int64?
    /// The limit in bytes per second from the server.
    public var download: Int64?

    /// Creates a limit.
    public init(upload: Int64? = nil, download: Int64? = nil) {
        self.upload = upload
        self.download = download
    }
}
