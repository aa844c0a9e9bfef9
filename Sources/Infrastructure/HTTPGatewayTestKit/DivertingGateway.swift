package import HTTPGateway
package import Scheduling
package import Signals

/// A gateway that sends every request to one address, with the options that it receives.
///
/// A test uses it to show what a host forbids at the address of another server, such as the use of
/// a restricted credential. A failure of a request is that of the other gateway.
package final class DivertingGateway: RequestGateway {  // not @Schedulable: stub
    private let gateway: any RequestGateway
    private let url: HTTPURL

    /// Creates a gateway that sends through `gateway`, to `url`.
    package init(_ gateway: any RequestGateway, to url: HTTPURL) {
        self.gateway = gateway
        self.url = url
    }

    /// See `RequestGateway`.
    package var home: SchedulerIsolation { gateway.home }

    /// See `RequestGateway`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        gateway.push(request, to: self.url, options: options)
    }
}
