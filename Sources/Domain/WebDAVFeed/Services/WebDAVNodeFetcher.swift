import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Fetches a feed's pages from a WebDAV server.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
final class WebDAVNodeFetcher: NodeFetcher {
    private let host: any APIHost
    private let base: WebDAVBase
    private let pageLimit: Int
    /// The abilities that the last answers have shown.
    private(set) var abilities = WebDAVAbilities()
    /// The evidence for a listing that has to begin again, with the folder that is listed.
    private var evidence: (folder: String, memory: WebDAVMemory?, walksOnly: Bool)?

    /// Creates a fetcher that sends its requests to `host`, whose address is `base`.
    ///
    /// - Parameter pageLimit: the number of changes with which a page is sent.
    init(host: any APIHost, base: WebDAVBase, pageLimit: Int) {
        self.host = host
        self.base = base
        self.pageLimit = pageLimit
    }

    /// Returns a signal of the pages of everything below a folder; see `NodeFetcher`.
    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        Signal { [self] observer in
            let cursor: WebDAVCursor?
            let folder: String
            switch start {
            case .beginning(let path):
                cursor = nil
                folder = Self.folder(path)
            case .cursor(let text):
                guard let known = WebDAVCursor(text) else {
                    return observer.fail(FeedError(.cursorReset, "the cursor is unknown"))
                }
                cursor = known
                folder = known.folder
            }
            // It describes the state of the reset cursor, and so only the next listing uses it.
            let reset = cursor == nil && evidence?.folder == folder ? evidence : nil
            evidence = nil
            let listing = WebDAVListing(
                of: folder, former: reset?.memory, pageLimit: pageLimit,
                walksOnly: reset?.walksOnly ?? false)
            abilities = cursor?.memory.abilities ?? abilities
            let pager = WebDAVPager(
                listing, host: host, base: base, observer: observer,
                learn: { [self] in abilities.update(with: $0) },
                remember: { [self] ended in
                    evidence = ended.map {
                        (folder: folder, memory: $0.former, walksOnly: $0.walksOnly)
                    }
                })
            observer.onDispose { pager.cancel() }
            pager.begin(at: cursor)
        }
    }

    /// The pauses of the host's pacer.
    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return host.feedPauses
    }

    /// Returns a folder that a user wrote as a path below the base.
    nonisolated static func folder(_ path: String) -> String {
        path.unicodeScalars.split(separator: "/").map { "/" + String($0) }.joined()
    }
}
