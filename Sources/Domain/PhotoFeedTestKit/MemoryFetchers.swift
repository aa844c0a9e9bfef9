import PhotoFeed
import Scheduling
import Signals

/// Fetches the pages of a `MemoryService`; each page is one request.
@Schedulable
final class MemoryNodeFetcher: NodeFetcher {
    private let service: MemoryService
    private let credential: FeedCredential
    private let home: SchedulerIsolation

    init(service: MemoryService, credential: FeedCredential, home: SchedulerIsolation) {
        self.service = service
        self.credential = credential
        self.home = home
    }

    var pauses: Signal<FeedPause?, Never> {
        checkScheduler()
        return .just(nil)
    }

    func pages(from start: FeedStart) -> Signal<FeedPage, FeedError> {
        guard let position = MemoryPosition(start) else {
            return .fail(FeedError(.cursorReset, "the cursor is unknown"))
        }
        return pages(at: position)
    }

    /// Returns a signal of the pages from `position` on; each arrives after the one before it.
    private func pages(at position: MemoryPosition) -> Signal<FeedPage, FeedError> {
        Signal<MemoryPosition, FeedError>.just(position).delay(.zero, in: home)
            .flatMap(.concat) { [self] position -> Signal<FeedPage, FeedError> in
                do throws(FeedError) {
                    let page = try service.page(at: position, credential)
                    guard page.hasMore, let next = MemoryPosition(.cursor(page.cursor)) else {
                        return .just(page)
                    }
                    return .just(page).concat(pages(at: next))
                } catch {
                    return .fail(error)
                }
            }
    }
}

/// Asks a `MemoryService` for the account of a credential.
@Schedulable
final class MemoryAccountFetcher: AccountFetcher {
    private let service: MemoryService
    private let credential: FeedCredential

    init(service: MemoryService, credential: FeedCredential) {
        self.service = service
        self.credential = credential
    }

    func account() -> Signal<FeedAccount, FeedError> {
        .deferred { [service, credential] () -> Signal<FeedAccount, FeedError> in
            do throws(FeedError) {
                return .just(try service.account(of: credential))
            } catch {
                return .fail(error)
            }
        }
    }
}
