package import HTTPGateway
package import Signals

/// A gateway that sends nothing, for a provider without a network.
package final class NoGateway: RequestGateway {  // not @Schedulable: no state
    package init() {}

    /// Fails with `.connectionRefused`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        .fail(HTTPError(.connectionRefused, "the provider has no network"))
    }
}
