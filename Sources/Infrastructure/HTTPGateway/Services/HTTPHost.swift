public import Scheduling
public import Signals

/// A server behind a gateway: its address, options and credentials, and one pacer for all requests.
///
/// ```swift
/// let host = HTTPHost(at: try HTTPURL("https://api.example.org/2"), through: gateway)
/// host.output(of: ListFolder(folder: "/photos")).observe { print($0) } ended: { print($0) }
/// ```
///
/// It adds three things to the gateway. It repeats failed requests that may be repeated. When the
/// server asks for a pause, it holds all requests until the pause ends. When a credential expires,
/// it refreshes the credential once, however many requests meet the expired one, and sends each of
/// them once more.
/// It belongs to the scheduler of its gateway.
@Schedulable
public final class HTTPHost: APIHost {
    private let state: HostState

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - address: the address of the server.
    ///   - gateway: the gateway that sends the requests.
    ///   - options: the options of all requests to the host.
    ///   - credentials: the source of a credential that can expire; any other credential belongs in
    ///     the options.
    ///   - pacer: the pacer of the requests; hosts that their server counts as one share a pacer.
    ///     By default, the host has a pacer of its own.
    public init(
        at address: HostAddress, through gateway: any RequestGateway,
        options: HTTPOptions = HTTPOptions(),
        credentials: (any CredentialSource)? = nil, pacer: HostPacer? = nil
    ) {
        state = HostState(
            gateway: gateway, address: address, options: options,
            credentials: credentials.map(SharedCredentials.init),
            pacer: pacer ?? HostPacer(home: gateway.home))
    }

    /// Creates a host at a known address.
    public convenience init(
        at url: HTTPURL, through gateway: any RequestGateway, options: HTTPOptions = HTTPOptions(),
        credentials: (any CredentialSource)? = nil, pacer: HostPacer? = nil
    ) {
        self.init(
            at: HostAddress(url), through: gateway, options: options, credentials: credentials,
            pacer: pacer)
    }

    /// See `APIHost`.
    public var pauses: Signal<HostPause?, Never> {
        checkScheduler()
        return state.pacer.pauses
    }

    /// See `APIHost`.
    public func push<Request: HTTPRequest>(
        _ request: Request, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        Signal { [state] observer in
            let attempts = HostExchange(request, options: options, host: state, observer: observer)
            observer.onDispose { attempts.stop() }
            attempts.begin()
        }
    }
}
