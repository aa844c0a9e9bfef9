package import Scheduling
package import Signals

/// A gateway that sends each request through the proxy that rules select for its server.
///
/// A redirect keeps the proxy of the request. A proxy in the options of a call takes precedence.
@Schedulable
package final class ProxyingGateway: RequestGateway {
    private let gateway: any RequestGateway
    private let rules: ProxyRules
    /// The options of each origin, so that requests to one server share one value.
    private var optionsOfOrigin: [HTTPOrigin: HTTPOptions] = [:]

    /// Creates a gateway over `gateway`, on the scheduler of that gateway.
    package init(_ gateway: any RequestGateway, rules: ProxyRules) {
        self.gateway = gateway
        self.rules = rules
    }

    /// See `RequestGateway`.
    package var home: SchedulerIsolation {
        checkScheduler()
        return gateway.home
    }

    /// See `RequestGateway`.
    package var options: HTTPOptions {
        checkScheduler()
        return gateway.options
    }

    /// See `RequestGateway`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        gateway.push(request, to: url, options: options.over(proxyOptions(for: url.origin)))
    }

    private func proxyOptions(for origin: HTTPOrigin) -> HTTPOptions {
        if let known = optionsOfOrigin[origin] { return known }
        let proxy = rules.proxy(for: origin)
        let made = proxy.map { proxy in HTTPOptions { $0.proxy = proxy } } ?? HTTPOptions()
        optionsOfOrigin[origin] = made
        return made
    }
}
