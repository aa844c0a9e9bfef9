import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Performs the actions of a `WebDAVListing`: sends its requests one by one, and its pages.
///
/// An answer that arrives during a delivery waits for its end, so that hosts that answer at once
/// take no more of the stack than others.
@Schedulable
final class WebDAVPager {
    private enum Input {
        case part(WebDAVPart)
        case failure(WebDAVFailure)
    }

    private let host: any APIHost
    private let base: WebDAVBase
    private let observer: Observer<FeedPage, FeedError>
    private var listing: WebDAVListing
    /// Takes the abilities that an answer has shown.
    private let learn: (WebDAVAbilities) -> Void
    /// Takes a listing that has to begin again.
    private let remember: (WebDAVListing?) -> Void
    private var inputs: [Input] = []
    private var isBusy = false
    private var subscription: Disposable?

    init(
        _ listing: WebDAVListing, host: any APIHost, base: WebDAVBase,
        observer: Observer<FeedPage, FeedError>, learn: @escaping (WebDAVAbilities) -> Void,
        remember: @escaping (WebDAVListing?) -> Void
    ) {
        self.listing = listing
        self.host = host
        self.base = base
        self.observer = observer
        self.learn = learn
        self.remember = remember
    }

    /// Begins at the beginning, or at `cursor`.
    func begin(at cursor: WebDAVCursor?) {
        isBusy = true
        perform(cursor.map { listing.start(at: $0) } ?? listing.start())
        isBusy = false
        handleInputs()
    }

    func cancel() {
        subscription?.dispose()
        subscription = nil
        inputs = []
    }

    private func take(_ input: Input) {
        inputs.append(input)
        handleInputs()
    }

    private func handleInputs() {
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        while !inputs.isEmpty, !observer.isDisposed {
            switch inputs.removeFirst() {
            case .part(let part): perform(listing.received(part))
            case .failure(let failure): perform(listing.failed(failure))
            }
        }
    }

    private func perform(_ actions: [WebDAVListing.Action]) {
        learn(listing.memory.abilities)
        for action in actions where !observer.isDisposed {
            switch action {
            case .request(let request): send(request)
            case .send(let page): observer.send(page)
            case .complete:
                remember(nil)
                observer.complete()
            case .fail(let error):
                remember(error.code == .cursorReset ? listing : nil)
                cancel()
                observer.fail(error)
            }
        }
    }

    private func send(_ request: WebDAVListing.Request) {
        let properties: [WebDAVProperty] = .member(of: listing.memory)
        switch request {
        case .probe:
            observe(propfind(listing.folder, .itself, .probe), of: listing.folder)
        case .list(let folder, let depth):
            observe(propfind(folder, depth, properties), of: folder)
        case .changes(let token):
            observe(
                WebDAVSyncReport(
                    folder: listing.folder, token: token, properties: properties, base: base,
                    partLimit: listing.pageLimit),
                of: listing.folder)
        }
    }

    private func propfind(
        _ folder: String, _ depth: WebDAVPropfind.Depth, _ properties: [WebDAVProperty]
    ) -> WebDAVPropfind {
        WebDAVPropfind(
            folder: folder, depth: depth, properties: properties, base: base,
            partLimit: listing.pageLimit)
    }

    private func observe(_ request: some WebDAVRequest, of folder: String) {
        subscription = host.output(of: request).observe(
            { self.take(.part($0)) },
            ended: { completion in
                guard case .failed(let error) = completion else { return }
                self.take(.failure(WebDAVFailure(error, folder: folder)))
            })
    }
}
