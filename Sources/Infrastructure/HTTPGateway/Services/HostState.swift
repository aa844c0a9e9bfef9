import Scheduling

/// The state that the requests of a host share.
@Schedulable
final class HostState {
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
