import HTTPGateway
import Scheduling
import Signals

/// A gateway that tells the redaction of the log the secret of each request.
///
/// Every credential passes a gateway before it is sent: tokens of files and commands, renewed ones,
/// and passwords, also those of proxies. So no message of the log shows one, whatever part of the
/// program writes it.
final class RedactedGateway: RequestGateway {  // not @Schedulable: its gateway is checked
    private let gateway: any RequestGateway
    private let hide: @Sendable (String) -> Void

    init(_ gateway: any RequestGateway, hiding hide: @escaping @Sendable (String) -> Void) {
        self.gateway = gateway
        self.hide = hide
    }

    var home: SchedulerIsolation { gateway.home }

    var options: HTTPOptions { gateway.options }

    func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        options.credential?.hide(by: hide)
        request.options.credential?.hide(by: hide)
        options.proxy?.hide(by: hide)
        return gateway.push(request, to: url, options: options)
    }
}
