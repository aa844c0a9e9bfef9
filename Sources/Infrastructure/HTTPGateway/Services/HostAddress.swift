public import Scheduling
public import Signals

/// The address of a host: either known, or fetched by the first request.
///
/// A fetch is shared by all requests that wait for the address. After a failure, the next request
/// fetches again. It is confined to the scheduler of its host.
@Schedulable
public final class HostAddress {
    private let fetch: () -> Signal<HTTPURL, HTTPError>
    private var known: HTTPURL?
    private var waiting: [UInt64: (Result<HTTPURL, HTTPError>) -> Void] = [:]
    private var lastID: UInt64 = 0
    private var fetching: Disposable?

    /// Creates an address that is known.
    public init(_ url: HTTPURL) {
        known = url
        fetch = { Signal { $0.complete() } }
    }

    /// Creates an address that is the first value of `fetch`.
    public init(fetching fetch: @escaping () -> Signal<HTTPURL, HTTPError>) {
        self.fetch = fetch
    }

    /// Discards a fetched address, so that the next request fetches it again.
    public func refresh() {
        known = nil
    }

    /// Calls `use` with the address; at once if it is known.
    ///
    /// Disposing of the result cancels the call.
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
        let missing = HTTPError(.unavailable, "the address signal ended without a value")
        subscription.add(
            fetch().ending(orFailingWith: missing).observe(
                { [weak self] url in self?.finishFetch(.success(url)) },
                ended: { [weak self] completion in
                    switch completion {
                    case .failed(let error): self?.finishFetch(.failure(error))
                    case .completed: self?.finishFetch(.failure(missing))
                    }
                }))
    }

    private func finishFetch(_ result: Result<HTTPURL, HTTPError>) {
        guard let fetching else { return }
        self.fetching = nil
        if case .success(let url) = result { known = url }
        let uses = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        uses.forEach { $0(result) }
        fetching.dispose()
    }
}
