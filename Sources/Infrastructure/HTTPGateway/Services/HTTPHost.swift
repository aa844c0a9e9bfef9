public import Scheduling
public import Signals

/// A server behind a gateway: its address, options and credentials, and one pacer for all requests.
///
/// ```swift
/// let host = HTTPHost(at: try HTTPURL("https://api.example.org/2"), through: gateway)
/// host.output(of: ListFolder(folder: "/photos")).observe { … } ended: { … }
/// ```
///
/// It adds three things to the gateway. It repeats failed requests that may be repeated. When the
/// server asks for a pause, it holds all requests until the pause ends. When a credential expires,
/// it refreshes the credential once, however many requests meet the expired one, and sends each of
/// them once more.
/// It is pinned to the scheduler on which it is made.
@Schedulable
public final class HTTPHost: APIHost {
    private let parts: SharedState

    /// The state that the host's requests share.
    @Schedulable
    final class SharedState {
        let gateway: any RequestGateway
        let address: HostAddress
        let options: HTTPOptions
        let credentials: SharedCredentials?
        let pacer: HostPacer
        /// The last merge: the next request usually has the same credential.
        private var authorized: (credential: Credential, options: HTTPOptions)?

        init(
            gateway: any RequestGateway, address: HostAddress, options: HTTPOptions,
            credentials: SharedCredentials?, pacer: HostPacer
        ) {
            self.gateway = gateway
            self.address = address
            self.options = options
            self.credentials = credentials
            self.pacer = pacer
        }

        /// Returns the host's options with `credential`, which comes from its credential source.
        func options(with credential: Credential?) -> HTTPOptions {
            guard let credential else { return options }
            if let authorized, authorized.credential == credential { return authorized.options }
            var merged = options
            merged.credential = credential
            authorized = (credential, merged)
            return merged
        }
    }

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - address: the address of the server.
    ///   - gateway: the gateway that sends the requests.
    ///   - options: the options of all requests to the host.
    ///   - credentials: the source of a credential that can expire; any other credential belongs in
    ///     the options.
    ///   - pacer: the pacer of the requests; hosts that their server counts as one share a pacer.
    public init(
        at address: HostAddress, through gateway: any RequestGateway,
        options: HTTPOptions = HTTPOptions(),
        credentials: (any CredentialSource)? = nil, pacer: HostPacer = HostPacer()
    ) {
        parts = SharedState(
            gateway: gateway, address: address, options: options,
            credentials: credentials.map(SharedCredentials.init), pacer: pacer)
    }

    /// Creates a host at a known address.
    public convenience init(
        at url: HTTPURL, through gateway: any RequestGateway, options: HTTPOptions = HTTPOptions(),
        credentials: (any CredentialSource)? = nil, pacer: HostPacer = HostPacer()
    ) {
        self.init(
            at: HostAddress(url), through: gateway, options: options, credentials: credentials,
            pacer: pacer)
    }

    /// See `APIHost`.
    public var pauses: Signal<HostPause?, Never> {
        checkScheduler()
        return parts.pacer.pauses
    }

    /// See `APIHost`.
    public func push<Request: HTTPRequest>(
        _ request: Request, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        Signal { [parts] observer in
            let attempts = HostExchange(request, options: options, host: parts, observer: observer)
            observer.onDispose { attempts.stop() }
            attempts.begin()
        }
    }
}

/// A request with the options of its host below its own.
struct RequestWithHostOptions<Base: HTTPRequest>: HTTPRequest {
    private let base: Base
    let options: HTTPOptions

    init(_ base: Base, over below: HTTPOptions) {
        self.base = base
        options = base.options.over(below)
    }

    var method: HTTPMethod { base.method }
    var path: String { base.path }
    var query: [HTTPQueryItem] { base.query }
    var headers: HTTPHeaders { base.headers }
    var body: HTTPBody { base.body }
    var isRepeatable: Bool { base.isRepeatable }
    var accepted: HTTPStatusSet { base.accepted }
    var destination: HTTPDestination<Base.Output> { base.destination }

    func handle(_ response: HTTPResponse) throws -> Base.Output { try base.handle(response) }

    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        base.failure(error, of: response)
    }
}
