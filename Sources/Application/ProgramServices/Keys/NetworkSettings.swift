package import HTTPGateway

/// The settings of a run's requests.
package struct NetworkSettings: Sendable, Equatable {
    /// The choice of a proxy for each server.
    package var proxies: ProxyRules
    /// The text of the `User-Agent` field; `nil` for no such field.
    package var userAgent: String?
    /// The time limit for connecting, and for a transfer that moves nothing; `nil` for the
    /// gateway's own.
    package var timeout: Duration?

    package init(
        proxies: ProxyRules = ProxyRules(), userAgent: String? = nil, timeout: Duration? = nil
    ) {
        self.proxies = proxies
        self.userAgent = userAgent
        self.timeout = timeout
    }
}
