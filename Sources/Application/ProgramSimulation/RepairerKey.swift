import Composition
import Originals

/// The verifier that compares the originals of an account, and downloads their bad blocks.
enum RepairerKey: ServiceKey {
    typealias Service = OriginalsVerifier
    static let role = SchedulerRole.business
    static let scope = ScopeLevel.account
}
