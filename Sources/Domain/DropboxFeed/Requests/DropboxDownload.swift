public import HTTPGateway
import PhotoFeed

/// Downloads an original into a file.
public struct DropboxDownload: DropboxRequest {
    /// A path, an `id:…` or a `rev:…`; only the last one cannot change under the download.
    public let source: String
    /// Where the file goes.
    public let target: HTTPFileTarget

    let route = "files/download"

    /// Downloads `source` into `target`.
    public init(_ source: String, to target: HTTPFileTarget) {
        self.source = source
        self.target = target
    }

    /// The argument.
    public var headers: HTTPHeaders {
        var argument = JSONArgument()
        argument.add("path", source)
        return ["Dropbox-API-Arg": argument.closed]
    }

    /// The file.
    public var destination: HTTPDestination<HTTPFile> { .file(target) }

    /// The file, where it lies now.
    public func handle(_ response: HTTPResponse) throws -> HTTPFile {
        guard let file = response.file else {
            throw FeedError(.malformedAnswer, "the answer to \(route) is no file")
        }
        return file
    }
}
