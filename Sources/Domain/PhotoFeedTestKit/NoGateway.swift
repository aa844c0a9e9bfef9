package import HTTPGateway
package import Scheduling
package import Signals

/// A gateway that sends nothing, for a provider without a network.
package final class NoGateway: RequestGateway {  // not @Schedulable: no state
    /// See `RequestGateway`.
    package let home: SchedulerIsolation

    package init(home: SchedulerIsolation) { self.home = home }

    /// Fails with `.connectionRefused`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        .fail(HTTPError(.connectionRefused, "the provider has no network"))
    }
}
