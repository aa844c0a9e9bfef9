import Composition
import Originals

/// The synchronizer that downloads the originals of an account.
enum OriginalsKey: ServiceKey {
    typealias Service = OriginalsSynchronizer
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
