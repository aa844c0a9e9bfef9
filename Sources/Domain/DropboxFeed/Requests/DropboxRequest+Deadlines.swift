public import HTTPGateway

// The time limits of the routes, so that a server cannot block a run forever. Dropbox takes up to
// 100 s for the first byte of a listing, and less than 30 s for anything else.

extension HTTPOptions {
    /// The options for a short answer, such as an account or an error.
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

    /// The options of a wait: its time, up to 90 s by which Dropbox extends it, and 30 s.
    fileprivate static let longpoll = HTTPOptions {
        let wait = Duration.seconds(DropboxListFolderLongpoll.longestWait + 90 + 30)
        $0.firstByteTimeout = wait
        $0.idleTimeout = wait
        $0.deadline = wait
        $0.totalDeadline = wait
    }

    fileprivate static let thumbnail = HTTPOptions {
        $0.deadline = .seconds(180)
        $0.totalDeadline = .seconds(1_200)
    }

    /// The options for an original; a large one takes hours, so the rate alone is limited.
    fileprivate static let original = HTTPOptions {
        $0.firstByteTimeout = .seconds(60)
        $0.minimumRate = 1_024
        $0.progressInterval = .milliseconds(100)
    }

    /// The options for a batch; a batch that is too slow is not repeated, but halved.
    fileprivate static let thumbnails = HTTPOptions {
        var retry = DropboxHosts.retry
        retry.timeouts = 1
        $0.retry = retry
    }.over(thumbnail)
}

extension DropboxRequest {
    /// The options of a short answer, with 60 s for an attempt, unless a route states otherwise.
    public var options: HTTPOptions { .answer }
}

extension DropboxListFolder {
    /// The options of a listing: 100 s to the first byte, with compression.
    public var options: HTTPOptions { .listing }
}

extension DropboxListFolderContinue {
    /// The options of a listing: 100 s to the first byte, with compression.
    public var options: HTTPOptions { .listing }
}

extension DropboxListFolderLongpoll {
    /// The options of a wait: 600 s, which is longer than Dropbox's longest answer.
    public var options: HTTPOptions { .longpoll }
}

extension DropboxGetThumbnail {
    /// The options of a thumbnail: 180 s for an attempt.
    public var options: HTTPOptions { .thumbnail }
}

extension DropboxGetThumbnailBatch {
    /// The options of a batch: 180 s for an attempt, and no retry after a timeout.
    public var options: HTTPOptions { .thumbnails }
}

extension DropboxDownload {
    /// The options of an original: no limit of the whole time, but of the rate.
    public var options: HTTPOptions { .original }
}

extension DropboxReadRange {
    /// The options of a part of an original: 180 s for an attempt.
    public var options: HTTPOptions { .thumbnail }
}
