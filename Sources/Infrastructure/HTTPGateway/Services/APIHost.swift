public import Signals

/// A server as a service: its address, options, credentials and pace belong to it, requests are pushed to it.
///
/// A business-logic service, pinned to the scheduler on which it was made. `HTTPHost` is the live one;
/// `HostStub`, in the test kit, answers from a script.
public protocol APIHost: AnyObject {
    /// Sends `request`, with `options` of this call over all others.
    ///
    /// The signal is cold, and delivers on the host's scheduler; see `RequestGateway`.
    func push<Request: HTTPRequest>(
        _ request: Request, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError>

    /// Why the host's requests wait at the moment, if they do; the present state first, then each change.
    var pauses: Signal<HostPause?, Never> { get }
}

extension APIHost {
    /// Sends `request`.
    public func push<Request: HTTPRequest>(
        _ request: Request
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        push(request, options: HTTPOptions())
    }

    /// Sends `request`, and sends on only what its handler makes of the response.
    public func output<Request: HTTPRequest>(
        of request: Request, options: HTTPOptions = HTTPOptions()
    ) -> Signal<Request.Output, HTTPError> {
        push(request, options: options).outputs()
    }
}
