/// The most bytes a second in each direction; `nil` is no limit.
public struct HTTPBandwidth: Hashable, Sendable {
    /// Bytes a second to the server.
    public var upload: Int64?
    /// Bytes a second from the server.
    public var download: Int64?

    /// A limit.
    public init(upload: Int64? = nil, download: Int64? = nil) {
        self.upload = upload
        self.download = download
    }
}
