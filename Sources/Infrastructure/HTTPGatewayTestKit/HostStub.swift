public import HTTPGateway
public import Scheduling
public import Signals

/// A host without a network: an `HTTPHost` over a `GatewayStub`.
///
/// Retries, the pacer and credentials work as in the live host.
///
/// ```swift
/// let host = HostStub(home: home) { call in .text("[]") }
/// let fetcher = NodeFetcher(host: host)
/// ```
public final class HostStub: APIHost {  // not @Schedulable: tests read it anywhere
    private let gateway: GatewayStub
    private let host: HTTPHost

    /// Creates a host whose responses come from `respond`.
    public init(
        home: SchedulerIsolation, options: HTTPOptions = HTTPOptions(),
        credentials: (any CredentialSource)? = nil, pacer: HostPacer? = nil,
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) {
        let address: HTTPURL
        do {
            address = try HTTPURL("https://stub.invalid")
        } catch {
            preconditionFailure("the stub's own address is invalid")
        }
        gateway = GatewayStub(home: home, respond)
        host = HTTPHost(
            at: address, through: gateway, options: options, credentials: credentials, pacer: pacer)
    }

    /// The requests received, in order; each attempt is one.
    public var calls: [RecordedRequest] {
        return gateway.calls
    }

    /// See `APIHost`.
    public var pauses: Signal<HostPause?, Never> {
        return host.pauses
    }

    /// See `APIHost`.
    public func push<Request: HTTPRequest>(
        _ request: Request, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        host.push(request, options: options)
    }
}
