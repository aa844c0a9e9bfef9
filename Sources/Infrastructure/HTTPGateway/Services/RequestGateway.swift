public import Scheduling
public import Signals

/// Sends HTTP requests; the field's term is HTTP client.
///
/// It is a business-logic service, pinned to the scheduler on which it was made. It is called
/// there, its signals deliver there, and response handlers run there too. New request types, hosts
/// and options require no change to it. A push is one exchange, with the redirects that the options
/// allow. Retries, pacing and the refresh of credentials belong to an `APIHost`.
///
/// The signal is cold: each subscription sends the request. Disposing of the subscription cancels
/// the transfer. When the gateway is released, all its exchanges end with `.invalidated`.
public protocol RequestGateway: AnyObject {
    /// The isolation domain of the gateway, for the objects that are made for its requests.
    var home: SchedulerIsolation { get }

    /// The options of the farthest level, below those of every request.
    var options: HTTPOptions { get }

    /// Sends `request` to `url`, with `options` over the request's own and the gateway's.
    ///
    /// - Returns: a signal of `(waiting | progress | output)*` and the terminal event; it has
    ///   exactly one output unless the request is a stream.
    func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError>
}

extension RequestGateway {
    /// Empty options, the default.
    public var options: HTTPOptions { HTTPOptions() }

    /// Sends `request` to `url` without options of the call.
    public func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        push(request, to: url, options: HTTPOptions())
    }
}
