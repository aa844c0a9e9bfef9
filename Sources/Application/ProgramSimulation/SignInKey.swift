import Accounts
import Composition

/// The services of a sign-in.
enum SignInKey: ServiceKey {
    typealias Service = SignInServices
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
