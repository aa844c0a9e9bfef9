import Accounts
package import Composition
import CurlGateway
package import HTTPGateway
import KeyedStore
import Logging
import PhotoFeed
import ProgramServices
import Scheduling
package import Tracking

/// The module of the HTTP gateway, and of the connections through it.
package struct GatewayModule: Module {
    /// Returns what was learned about the rate that the server of an account accepts.
    package typealias Pacing = @Sendable (_ account: String) -> any PacerMemory

    private let pacing: Pacing?
    private let hide: @Sendable (String) -> Void
    private let tally: RequestTally

    /// Creates the module.
    ///
    /// - Parameters:
    ///   - pacing: the memory of the rates that the servers accept, such as
    ///     `StoredPacing.inFile(at:)`; `nil` for a program that begins with the full rate.
    ///   - hide: receives the secret of each request, for the redaction of the log.
    ///   - tally: counts the requests, for the usage.
    package init(
        pacing: Pacing? = nil, hiding hide: @escaping @Sendable (String) -> Void = { _ in },
        counting tally: RequestTally = RequestTally()
    ) {
        self.pacing = pacing
        self.hide = hide
        self.tally = tally
    }

    package func load(_ plan: ServicePlan) {
        let (pacing, hide, tally) = (pacing, hide, tally)
        plan.bind(ServerExaminerKey.self) { ServerExaminer(Self.examine) }
        plan.bind(GatewayKey.self, ServerConfigurationKey.here, HomeNeed()) { server, home in
            TrackedGateway(Self.gateway(for: server, in: home, hiding: hide), in: tally)
        }
        plan.bind(
            ConnectionKey.self, GatewayKey.here, ServerConfigurationKey.here, AccountStoreKey.here,
            ScopeNeed()
        ) { gateway, server, accounts, scope in
            guard let credential = server.credential else {
                throw AccountScopeError(.withoutCredential, account: scope.name)
            }
            return FeedConnection(
                gateway: gateway, endpoint: server.endpoint, credential: credential,
                credentials: try server.makeTokenSource(over: gateway, accounts),
                teamSpace: server.teamSpace,
                // A server limits the rate of an account; without one, that of the token.
                pacing: pacing?("\(server.name)\n\(server.account?.rawValue ?? scope.name)"))
        }
    }

    private static func examine(_ url: HTTPURL, _ roots: TLSTrust.Roots) async -> ServerTrust {
        let result = try? await onThreadOfItsOwn {
            CertificateReader.examine(url, trusting: roots)
        }
        return result ?? .unknown
    }

    private static func gateway(
        for server: ServerConfiguration, in home: SchedulerIsolation,
        hiding hide: @escaping @Sendable (String) -> Void
    ) -> any RequestGateway {
        // About a dozen batches of thumbnails are in flight at the same time.
        var limits = CurlGateway.Limits(connections: 16, perOrigin: 12)
        limits.bandwidth.download = server.receiveLimit.map(Int64.init)
        let network = server.network
        let options = HTTPOptions {
            $0.tls = server.roots.map { TLSTrust(roots: $0) }
            if server.usesInsecureHTTP { $0.sendsCredentialOverHTTP = true }
            if let userAgent = network.userAgent { $0.headers.add("User-Agent", userAgent) }
            $0.connectTimeout = network.timeout
            $0.idleTimeout = network.timeout
        }
        let logger = Logger(label: "http")
        // At other levels, the command reports what failed in the end.
        let isLogged = logger.logLevel <= .debug
        var gateway: any RequestGateway = RedactedGateway(
            CurlGateway(
                home: home, options: options, limits: limits,
                observation: isLogged ? HTTPObservation(logger: logger) : .none),
            hiding: hide)
        if server.caFile == nil, let pem = server.certificate,
            let certificate = ServerCertificate(pem: pem)
        {
            gateway = PinnedGateway(gateway, certificate) { await Self.examine($0, .system) }
        }
        if !network.proxies.isEmpty {
            gateway = ProxyingGateway(gateway, rules: network.proxies)
        }
        return server.meter.map { MeteredGateway(gateway, meter: $0) } ?? gateway
    }
}
