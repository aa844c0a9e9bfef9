import HTTPGateway

/// Asks a folder for the methods and the search languages that it supports.
struct WebDAVSearchProbe: HTTPRequest {
    /// The folder's path below the base.
    let folder: String

    var method: HTTPMethod { .options }
    var path: String { folder + "/" }
    var destination: HTTPDestination<Bool> { .memory(limit: 64 << 10) }
    var options: HTTPOptions { .webDAVProbe }

    /// Returns whether the folder can be searched (RFC 5323, 3.2).
    func handle(_ response: HTTPResponse) -> Bool {
        response.headers["dasl"]?.lowercased().contains("basicsearch") ?? false
    }
}

/// Asks for the first byte of a file.
struct WebDAVRangeProbe: HTTPRequest {
    /// The file's path below the base.
    let path: String

    var headers: HTTPHeaders { ["Range": "bytes=0-0"] }
    /// A server that ignores the range answers 200 with the whole file, which is not read.
    var accepted: HTTPStatusSet { [206] }
    var destination: HTTPDestination<WebDAVMember.TagForm?> { .memory(limit: 1) }
    var options: HTTPOptions { .webDAVProbe }

    /// Returns the form of the file's tag; `nil` without a tag.
    func handle(_ response: HTTPResponse) -> WebDAVMember.TagForm? {
        response.headers["etag"].map { MultistatusParser.tagForm($0) }
    }
}

extension HTTPOptions {
    /// The options of a request that a probe sends.
    fileprivate static let webDAVProbe = HTTPOptions {
        $0.deadline = .seconds(60)
        $0.totalDeadline = .seconds(180)
    }
}
