import Composition
import PhotoFeed

/// The service that waits for changes at the server of an account.
enum ChangesKey: ServiceKey {
    typealias Service = any ChangeNotifier
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
