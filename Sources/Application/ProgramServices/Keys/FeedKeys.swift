package import Composition
package import HTTPGateway
package import PhotoFeed
import Scheduling

/// The gateway that sends the requests of an account.
package enum GatewayKey: ServiceKey {
    package typealias Service = any RequestGateway
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The examination of the certificates of servers.
package enum ServerExaminerKey: SharedServiceKey { package typealias Service = ServerExaminer }

/// Examines the certificate of a server by a connection without a request.
package struct ServerExaminer: Sendable {
    /// Returns whether authorities vouch for the server; by default those of the system.
    package let examine: @Sendable (HTTPURL, TLSTrust.Roots) async -> ServerTrust

    package init(_ examine: @escaping @Sendable (HTTPURL, TLSTrust.Roots) async -> ServerTrust) {
        self.examine = examine
    }
}

/// The connection of an account to its server, with which a provider makes its hosts.
package enum ConnectionKey: ServiceKey {
    package typealias Service = FeedConnection
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The library of an account, for reading.
package enum LibraryReaderKey: ServiceKey {
    package typealias Service = any FeedReader
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

/// The library of an account, for changes; one process at a time holds it.
package enum LibraryWriterKey: ServiceKey {
    package typealias Service = any FeedWriter
    package static let role = SchedulerRole.business
    package static let scope = ScopeLevel.account
}

extension Scope {
    /// Corrects the recorded outcome of the last run of the account, also in a cancelled task.
    ///
    /// A correction that cannot be stored leaves the record as it is.
    package func correctSync(_ outcome: SyncSummary.Outcome) async {
        let library = handle(LibraryWriterKey.self)
        // A cancelled task skips the call.
        let correction = Task { try? await library.run { try $0.correctSync(outcome) } }
        _ = await correction.value
    }
}
