import HTTPGateway
import ProgramServices
import Scheduling
import Signals

/// A gateway that counts its requests, and holds back those beyond the limit of a meter.
final class MeteredGateway: RequestGateway {  // not @Schedulable: its gateway is checked
    private let gateway: any RequestGateway
    private let meter: RequestMeter

    init(_ gateway: any RequestGateway, meter: RequestMeter) {
        self.gateway = gateway
        self.meter = meter
    }

    var home: SchedulerIsolation { gateway.home }

    var options: HTTPOptions { gateway.options }

    func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        .deferred { [gateway, meter] in
            guard meter.begin() else { return .never }
            let answer = gateway.push(request, to: url, options: options)
            guard let counter = meter.counter else { return answer.on(disposed: { meter.end() }) }
            var status: Int?
            return answer.on(
                value: { if case .output(let output) = $0 { status = output.head.status } },
                ended: { if case .failed(let error) = $0 { status = error.response?.head.status } },
                disposed: {
                    counter.count(.init(host: url.origin.host, status: status))
                    meter.end()
                })
        }
    }
}
