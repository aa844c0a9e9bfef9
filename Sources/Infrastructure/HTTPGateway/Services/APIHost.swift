import Scheduling
public import Signals

/// A server as a service, with its own address, options, credentials and pacer.
///
/// It is a business-logic service, pinned to the scheduler on which it was made. Requests are
/// pushed to it. `HTTPHost` is the live implementation; `HostStub`, in the test kit, gives scripted
/// answers.
///
/// `HTTPOptions.retry` limits the attempts of a request, and `HTTPOptions.totalDeadline` the time
/// of all attempts and waits together. Disposal of a subscription cancels its request.
public protocol APIHost: AnyObject {
    /// Sends `request`, with the options of this call over all others.
    ///
    /// The signal is cold and delivers on the host's scheduler; see `RequestGateway`.
    func push<Request: HTTPRequest>(
        _ request: Request, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError>

    /// The pause of the host's requests, or `nil`: the present state first, then each change.
    var pauses: Signal<HostPause?, Never> { get }
}

extension APIHost {
    /// Sends `request` without options of the call.
    public func push<Request: HTTPRequest>(
        _ request: Request
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        push(request, options: HTTPOptions())
    }

    /// Sends `request`; the signal has only the outputs that the request's handler makes.
    public func output<Request: HTTPRequest>(
        of request: Request, options: HTTPOptions = HTTPOptions()
    ) -> Signal<Request.Output, HTTPError> {
        push(request, options: options).outputs()
    }
}
