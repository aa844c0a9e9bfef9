package import Composition
package import PhotoFeed

/// The synchronizer that brings the library of an account up to date.
package enum SynchronizerKey: ServiceKey {
    package typealias Service = any FeedSynchronizer
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}
