package import HTTPGateway
package import Scheduling
package import Signals

/// A gateway that counts its requests by class, under all hosts that send through it.
///
/// It changes no outcome: events, their order and cancellations are those of the gateway. It reads
/// the class of a request and of its end, and neither an address, nor a header field, nor a body.
package final class TrackedGateway: RequestGateway {  // not @Schedulable: its gateway is checked
    private let gateway: any RequestGateway
    private let tally: RequestTally

    /// Creates a gateway over `gateway`, on the scheduler of that gateway.
    package init(_ gateway: any RequestGateway, in tally: RequestTally) {
        self.gateway = gateway
        self.tally = tally
    }

    /// See `RequestGateway`.
    package var home: SchedulerIsolation { gateway.home }

    /// See `RequestGateway`.
    package var options: HTTPOptions { gateway.options }

    /// See `RequestGateway`.
    package func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        // A request that changes something on the server is not repeatable.
        let changes = !request.isRepeatable
        let answer = gateway.push(request, to: url, options: options)
        return .deferred { [tally] in
            var outcome = RequestOutcome.cancelled
            return answer.on(
                // A consumer may end the subscription when it gets the output.
                value: { if case .output = $0 { outcome = .succeeded } },
                ended: { outcome = RequestOutcome($0) },
                disposed: {
                    tally.count(RequestTally.Group(changes: changes, outcome: outcome))
                })
        }
    }
}
