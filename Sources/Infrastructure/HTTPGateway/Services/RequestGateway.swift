public import Signals

/// The one way out: pushes a request to an address and answers with a signal of progress and result.
///
/// A business-logic service, pinned to the scheduler on which it was made: it is called there, and its
/// signals deliver there, response handlers included. Request types, hosts and options are added
/// without a change to it. One exchange, with the redirects that the options allow; retries, pacing and
/// the renewal of credentials are an `APIHost`'s.
///
/// The signal is cold: each subscription sends the request. Disposing of it cancels the transfer; when
/// the gateway goes away, everything it started ends with `.invalidated`.
public protocol RequestGateway: AnyObject {
    /// The options of the farthest level, which every request has below its own.
    var options: HTTPOptions { get }

    /// Sends `request` to `url`, with `options` over the request's own and the gateway's.
    ///
    /// - Returns: `(waiting | progress | reply)*`, then the end; exactly one reply unless the request is a stream.
    func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError>
}

extension RequestGateway {
    /// None.
    public var options: HTTPOptions { HTTPOptions() }

    /// Sends `request` to `url`.
    public func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        push(request, to: url, options: HTTPOptions())
    }
}
