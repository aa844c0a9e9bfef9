import Accounts
import Composition

/// The service of a sign-out.
enum SimulatedSignOutKey: ServiceKey {
    typealias Service = SignOut
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
