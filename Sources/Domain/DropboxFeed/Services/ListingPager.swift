import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// One pass over the pages; the next page is requested while one is delivered.
///
/// A large page is delivered and released before the next one is requested, so that only one is in
/// memory. A page that arrives during a delivery waits for its end, so that hosts that answer at
/// once take no more of the stack than others.
@Schedulable
final class ListingPager {
    /// More pages than any account has.
    ///
    /// A server that exceeds this limit is broken, and would fill the disk.
    static let pageLimit = 100_000
    static let changeLimit = 5_000_000
    /// The maximum number of consecutive answers with the same cursor as the request.
    static let standstillLimit = 100
    /// The maximum number of consecutive pages without an entry, each with a new cursor.
    static let emptyLimit = 1_000

    private let host: any APIHost
    private let observer: Observer<FeedPage, FeedError>
    private var subscription: Disposable?
    private var arrived: FeedPage?
    private var failure: FeedError?
    private var isDelivering = false
    private var pages = 0
    private var changes = 0
    private var standstills = 0
    private var emptyPages = 0
    private var lastCursor: FeedCursor?

    init(host: any APIHost, observer: Observer<FeedPage, FeedError>) {
        self.host = host
        self.observer = observer
    }

    func request(_ start: FeedStart) {
        switch start {
        case .beginning(let folder):
            observe(host.output(of: DropboxListFolder(folder: folder)), of: folder)
        case .cursor(let cursor):
            lastCursor = cursor
            observe(host.output(of: DropboxListFolderContinue(cursor: cursor)))
        }
    }

    func cancel() {
        subscription?.dispose()
        subscription = nil
        arrived = nil
    }

    private func observe(_ pages: Signal<FeedPage, HTTPError>, of folder: String? = nil) {
        subscription = pages.observe(
            { page in
                self.arrived = page
                self.deliver()
            },
            ended: { completion in
                guard case .failed(let error) = completion else { return }
                var failure = FeedError(error, folder: folder)
                // Dropbox rejects a malformed cursor with a plain status 400 whose text mentions
                // the cursor.
                if folder == nil, error.code == .rejected, failure.code == .requestRefused,
                    failure.message.contains("cursor")
                {
                    failure = FeedError(.cursorReset, failure.message, cause: error)
                }
                self.failure = failure
                self.deliver()
            })
    }

    private func deliver() {
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        while let page = arrived, !observer.isDisposed {
            arrived = nil
            if let error = check(page) { return observer.fail(error) }
            let next = page.hasMore ? page.cursor : nil
            let isLarge = page.isLarge
            if let next, !isLarge { request(.cursor(next)) }
            observer.send(consume page)
            guard let next else { return observer.complete() }
            if isLarge, !observer.isDisposed { request(.cursor(next)) }
        }
        if let failure { observer.fail(failure) }
    }

    /// Returns an error if `page` exceeds the limits, which no valid server does, or else `nil`.
    private func check(_ page: FeedPage) -> FeedError? {
        pages += 1
        changes += page.changes.count
        standstills = page.cursor == lastCursor ? standstills + 1 : 0
        emptyPages = page.changes.isEmpty ? emptyPages + 1 : 0
        guard pages <= Self.pageLimit, changes <= Self.changeLimit else {
            return FeedError(
                .tooLarge,
                "the feed has more than \(pages - 1) pages or \(Self.changeLimit) changes")
        }
        guard !page.hasMore || standstills < Self.standstillLimit else {
            return FeedError(
                .malformedAnswer,
                "the server has answered with the same cursor \(standstills) times in a row")
        }
        guard !page.hasMore || emptyPages < Self.emptyLimit else {
            return FeedError(
                .malformedAnswer, "the server has sent \(emptyPages) pages in a row without entries"
            )
        }
        return nil
    }
}
