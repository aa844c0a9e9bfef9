import Composition
import PhotoFeed

/// The synchronizer of an account.
enum SimulatedSynchronizerKey: ServiceKey {
    typealias Service = any FeedSynchronizer
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
