import Composition
import PhotoFeed

/// The synchronizer of an account.
enum SynchronizerKey: ServiceKey {
    typealias Service = any FeedSynchronizer
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
