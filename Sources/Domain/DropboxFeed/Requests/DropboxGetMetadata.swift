public import HTTPGateway
import JSONReading
public import PhotoFeed

/// Asks what stands at a place, with what Dropbox read out of a picture.
public struct DropboxGetMetadata: DropboxRequest {
    /// A path, an `id:…` or a `rev:…`.
    public let target: String

    let route = "files/get_metadata"

    /// Asks for `target`.
    public init(_ target: String) { self.target = target }

    /// The argument.
    public var body: HTTPBody {
        var argument = JSONArgument()
        argument.add("path", target)
        argument.add("include_media_info", true)
        return .text(argument.closed, type: "application/json")
    }

    /// What stands there, as the change that would put it there; `nil` for what no feed knows.
    public func handle(_ response: HTTPResponse) throws -> NodeChange? {
        try parse(response.bytes) { reader throws(JSONError) in
            try DropboxEntry(&reader).change(reader)
        }
    }
}
