public import Scheduling
public import Signals

/// Where a host is: an address that is known, or one that has to be fetched first.
///
/// A fetched address is fetched once, by the first request, for all of them; after a failure the next
/// request fetches again. Confined to the scheduler of its host.
@Schedulable
public final class HostAddress {
    private let fetch: () -> Signal<HTTPURL, HTTPError>
    private var known: HTTPURL?
    private var waiting: [UInt64: (Result<HTTPURL, HTTPError>) -> Void] = [:]
    private var lastID: UInt64 = 0
    private var fetching: Disposable?

    /// An address that is known.
    public init(_ url: HTTPURL) {
        known = url
        fetch = { Signal { $0.complete() } }
    }

    /// An address that `fetch` sends first.
    public init(fetching fetch: @escaping () -> Signal<HTTPURL, HTTPError>) {
        self.fetch = fetch
    }

    /// Forgets a fetched address, so that the next request fetches it anew.
    public func refresh() {
        known = nil
    }

    /// Calls `use` with the address, at once if it is known.
    func resolve(_ use: @escaping (Result<HTTPURL, HTTPError>) -> Void) -> Disposable {
        if let known {
            use(.success(known))
            return Disposable()
        }
        lastID += 1
        let id = lastID
        waiting[id] = use
        if fetching == nil { begin() }
        return Disposable { [self] in waiting[id] = nil }
    }

    private func begin() {
        let subscription = Disposable()
        fetching = subscription
        subscription.add(
            fetch().observe(
                { [weak self] url in self?.settle(.success(url)) },
                ended: { [weak self] completion in
                    switch completion {
                    case .failed(let error): self?.settle(.failure(error))
                    case .completed:
                        self?.settle(
                            .failure(
                                HTTPError(
                                    .unavailable, "the host's address was not there to be fetched"))
                        )
                    }
                }))
    }

    private func settle(_ result: Result<HTTPURL, HTTPError>) {
        guard let fetching else { return }
        self.fetching = nil
        if case .success(let url) = result { known = url }
        let uses = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        uses.forEach { $0(result) }
        fetching.dispose()
    }
}
