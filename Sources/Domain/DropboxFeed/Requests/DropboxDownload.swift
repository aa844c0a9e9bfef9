public import HTTPGateway
public import PhotoFeed

/// Downloads an original into a file, complete and verified or not at all.
public struct DropboxDownload: DropboxRequest {
    /// The version of the original.
    public let version: OriginalVersion
    /// The target file.
    public let target: HTTPFileTarget

    let route = "files/download"

    /// Creates the request for `version`.
    ///
    /// - Parameters:
    ///   - version: the version of the original.
    ///   - path: the path of the complete file; its folder must exist.
    ///   - digest: the digest that the file must have; `nil` if it is not known.
    public init(_ version: OriginalVersion, to path: String, digest: (any ContentDigest)?) {
        self.version = version
        target = HTTPFileTarget(
            path: path, length: version.size, digest: digest, isResumable: true,
            identity: DropboxRevision(version: version))
    }

    /// The argument, in the field `Dropbox-API-Arg`.
    public var headers: HTTPHeaders { DropboxRevision(version: version).argument }

    /// The target file.
    public var destination: HTTPDestination<HTTPFile> { .file(target) }

    /// Returns the file at its path.
    ///
    /// - Throws: `FeedError` if the response has no file.
    public func handle(_ response: HTTPResponse) throws -> HTTPFile {
        guard let file = response.file else {
            throw FeedError(.malformedAnswer, "the response to \(route) has no file")
        }
        return file
    }
}

/// Reads a part of an original into memory.
public struct DropboxReadRange: DropboxRequest {
    /// The version of the original.
    public let version: OriginalVersion
    /// The positions of the bytes.
    public let range: Range<Int64>

    let route = "files/download"

    /// Creates the request for the bytes at `range` of `version`; there is at least one.
    public init(_ version: OriginalVersion, _ range: Range<Int64>) {
        self.version = version
        self.range = range
    }

    /// The argument, and the range.
    public var headers: HTTPHeaders {
        var headers = DropboxRevision(version: version).argument
        headers.add("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
        return headers
    }

    /// Memory, for exactly the part.
    public var destination: HTTPDestination<[UInt8]> { .memory(limit: range.count) }

    /// Returns the bytes.
    ///
    /// - Throws: `FeedError` if the response has another version or other bytes.
    public func handle(_ response: HTTPResponse) throws -> [UInt8] {
        guard DropboxRevision(version: version).identifies(response.head) else {
            throw FeedError(.malformedAnswer, "the server sent another version of the file")
        }
        guard response.bytes.count == range.count,
            response.status == 206 || Int64(range.count) == version.size
        else {
            throw FeedError(.malformedAnswer, "the server sent another range than requested")
        }
        return response.bytes
    }
}
