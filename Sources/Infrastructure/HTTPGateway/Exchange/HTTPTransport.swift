/// Moves the bytes of the transfers: libcurl, or a script of a test.
///
/// It is confined to the scheduler of its gateway, on which it also calls its clients.
package protocol HTTPTransport: AnyObject {
    /// Begins a transfer; the client is called later, never before this method returns.
    func start(_ plan: TransferPlan, for client: any TransferClient) -> any TransferHandle
}

/// A transfer under way, for the code that started it.
package protocol TransferHandle: AnyObject {
    /// Ends the transfer; the client is not called again.
    func cancel()
    /// Reports that a piece was processed, so that more may come.
    func consumed(_ count: Int)
    /// Re-reads the transfer control of the plan; callable from any thread.
    var controlChanged: @Sendable () -> Void { get }
}

/// The receiver of a transfer's events.
///
/// It is called on the gateway's scheduler, and not after `cancel`.
package protocol TransferClient: AnyObject {
    /// Receives the head of an accepted response; only with `TransferPlan.Destination.chunks`.
    func transferBegan(_ head: HTTPResponseHead)
    /// Receives a piece of an accepted body; only with `TransferPlan.Destination.chunks`.
    func transferReceived(_ bytes: [UInt8])
    /// Reports that no byte of a response has come for a while; `nil` once one has come.
    func transferWaits(_ wait: HTTPWait?)
    /// Reports the progress, if the plan's options request it.
    func transferProgressed(_ progress: HTTPProgress)
    /// Reports the end, exactly once.
    ///
    /// A refused response is a success here; its body may be cut.
    func transferEnded(_ result: Result<HTTPResponse, HTTPError>)
}
