public import HTTPGateway

// What the routes need, so that no server can hold a run for ever: Dropbox takes up to 100 s for the
// first byte of a listing, and less than 30 s for anything else.

extension HTTPOptions {
    /// For a short answer, such as an account's or an error's.
    fileprivate static let answer = HTTPOptions {
        $0.minimumRate = 1_024
        $0.deadline = .seconds(60)
        $0.totalDeadline = .seconds(1_200)
    }

    fileprivate static let listing = HTTPOptions {
        $0.firstByteTimeout = .seconds(100)
        $0.minimumRate = 1_024
        $0.deadline = .seconds(300)
        $0.totalDeadline = .seconds(1_200)
        $0.acceptsCompression = true
    }

    fileprivate static let thumbnail = HTTPOptions {
        $0.deadline = .seconds(180)
        $0.totalDeadline = .seconds(1_200)
    }

    /// A batch that is too slow is not asked for again, but halved.
    fileprivate static let thumbnails = HTTPOptions {
        var retry = DropboxHosts.retry
        retry.timeouts = 1
        $0.retry = retry
    }.over(thumbnail)
}

extension DropboxRequest {
    /// A minute for an attempt, unless a route states otherwise.
    public var options: HTTPOptions { .answer }
}

extension DropboxListFolder {
    /// 100 s to the first byte, compression.
    public var options: HTTPOptions { .listing }
}

extension DropboxListFolderContinue {
    /// 100 s to the first byte, compression.
    public var options: HTTPOptions { .listing }
}

extension DropboxGetThumbnail {
    /// 3 minutes for an attempt.
    public var options: HTTPOptions { .thumbnail }
}

extension DropboxGetThumbnailBatch {
    /// 3 minutes, and one timeout ends it.
    public var options: HTTPOptions { .thumbnails }
}
