/// What moves the bytes of one transfer after another: libcurl, or a script of a test.
///
/// Confined to the scheduler of its gateway, on which it also calls its clients.
package protocol HTTPTransport: AnyObject {
    /// Begins a transfer; the client hears of it later, never before this returns.
    func start(_ plan: TransferPlan, for client: any TransferClient) -> any TransferHandle
}

/// A transfer under way, for whoever started it.
package protocol TransferHandle: AnyObject {
    /// Ends it; the client hears nothing any more.
    func cancel()
    /// Says that a piece has been digested, so that more may come.
    func consumed(_ count: Int)
    /// Has it look at what its control wishes; from any thread.
    var steering: @Sendable () -> Void { get }
}

/// Whoever started a transfer; called on the gateway's scheduler, and not at all after `cancel`.
package protocol TransferClient: AnyObject {
    /// The head of an accepted response; only with `TransferPlan.Sink.chunks`.
    func transferBegan(_ head: HTTPResponseHead)
    /// A piece of an accepted body; only with `TransferPlan.Sink.chunks`.
    func transferReceived(_ bytes: [UInt8])
    /// Nothing of a response has come for a while; `nil` once it has.
    func transferWaits(_ wait: HTTPWait?)
    /// How far it is; only when the plan's options ask for it.
    func transferProgressed(_ progress: HTTPProgress)
    /// The end, exactly once. A refused response is a success here; its body may be cut.
    func transferEnded(_ result: Result<HTTPResponse, HTTPError>)
}
