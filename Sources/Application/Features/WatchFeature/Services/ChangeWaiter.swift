package import Composition
import PhotoFeed
package import Scheduling
import Signals

/// The key of the service that waits for changes at the server of an account.
package enum ChangeWaiterKey: ServiceKey {
    package typealias Service = ChangeWaiter
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// Waits for changes at the server of an account.
///
/// A service of the business logic, confined to the scheduler on which it was made.
@Schedulable
package final class ChangeWaiter {
    private let notifier: (any ChangeNotifier)?

    /// Creates a waiter.
    ///
    /// - Parameter notifier: `nil` for a provider that does not notify.
    init(_ notifier: (any ChangeNotifier)?) { self.notifier = notifier }

    /// Returns a signal of one answer; see `ChangeNotifier`.
    ///
    /// It fails with `.serviceUnavailable` if the provider does not notify.
    func changes(since cursor: FeedCursor) -> Signal<ChangeNotice, FeedError> {
        checkScheduler()
        guard let notifier else {
            return .fail(FeedError(.serviceUnavailable, "the provider does not notify"))
        }
        return notifier.changes(since: cursor)
    }
}
