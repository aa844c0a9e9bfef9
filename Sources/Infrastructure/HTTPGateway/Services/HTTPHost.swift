public import Scheduling
public import Signals

/// A server behind a gateway: its address, options, credentials, and one pacer for all requests to it.
///
/// ```swift
/// let host = HTTPHost(at: try HTTPURL("https://api.example.org/2"), through: gateway)
/// host.output(of: ListFolder(folder: "/photos")).observe { … } ended: { … }
/// ```
///
/// What it adds to the gateway: requests that may be repeated are repeated; when the server asks for
/// a pause, all requests wait for it; an expired credential is renewed once, however many requests meet
/// it, and each of them is sent once more. Pinned to the scheduler on which it is made.
@Schedulable
public final class HTTPHost: APIHost {
    private let parts: Parts

    /// What its requests share.
    @Schedulable
    final class Parts {
        let gateway: any RequestGateway
        let address: HostAddress
        let options: HTTPOptions
        let credentials: SharedCredentials?
        let pacer: HostPacer
        /// The last merge: as a rule the next request has the same credential.
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

        /// The host's options with what its credential source says.
        func options(with credential: Credential?) -> HTTPOptions {
            guard let credential else { return options }
            if let authorized, authorized.credential == credential { return authorized.options }
            var merged = options
            merged.credential = credential
            authorized = (credential, merged)
            return merged
        }
    }

    /// A host.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - gateway: What requests to it go through.
    ///   - options: For all requests to it.
    ///   - credentials: Where the credential comes from, when it can expire; else it belongs to the options.
    ///   - pacer: The pace of its requests: one of its own, unless several hosts count as one to their server.
    public init(
        at address: HostAddress, through gateway: any RequestGateway,
        options: HTTPOptions = HTTPOptions(),
        credentials: (any CredentialSource)? = nil, pacer: HostPacer = HostPacer()
    ) {
        parts = Parts(
            gateway: gateway, address: address, options: options,
            credentials: credentials.map(SharedCredentials.init), pacer: pacer)
    }

    /// A host at an address that is known.
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

/// A request with its host's options below its own.
struct UnderlaidRequest<Base: HTTPRequest>: HTTPRequest {
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
