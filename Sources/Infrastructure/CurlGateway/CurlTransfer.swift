import HTTPGateway

/// One transfer, from the plan to its end; shared by the gateway's scheduler and the I/O thread.
final class CurlTransfer: TransferHandle, @unchecked Sendable {  // each field names its thread
    let plan: TransferPlan
    /// The queue to the I/O thread; only that thread uses the loop itself.
    private let commandQueue: CommandQueue

    /// Gateway's scheduler only: the receiver of the events.
    ///
    /// `nil` after the end and after a cancellation.
    private(set) var client: (any TransferClient)?

    /// I/O thread only: the handle of the running transfer; `nil` before and after.
    var easy: CurlEasy?
    /// I/O thread only: the life cycle of the transfer.
    var state = CurlTransferState()
    /// I/O thread only: the bandwidth limit of the control, or else of the plan's options.
    var bandwidth: HTTPBandwidth?
    /// I/O thread only: the file that the body is written to.
    ///
    /// While the transfer is starting, the disk's thread opens the file and alone uses it.
    var file: FileSink?
    /// I/O thread only: the beginning of the wait for the host's addresses.
    var resolvingSince: ContinuousClock.Instant?
    /// I/O thread only: the length of that wait.
    var resolvedAfter = Duration.zero
    /// Set by the I/O thread or the disk's thread, taken by the gateway's scheduler after `.ended`.
    private var outcome: Result<HTTPResponse, HTTPError>?

    init(_ plan: TransferPlan, commandQueue: CommandQueue, client: any TransferClient) {
        self.plan = plan
        self.commandQueue = commandQueue
        self.client = client
        bandwidth = plan.options.bandwidth
    }

    func cancel() {
        guard client != nil else { return }
        client = nil
        commandQueue.post(.cancel(self))
    }

    func consumed(_ count: Int) {
        commandQueue.post(.consumed(self, count))
    }

    var controlChanged: @Sendable () -> Void {
        { [commandQueue, weak self] in
            if let self { commandQueue.post(.applyControl(self)) }
        }
    }

    /// Stores the outcome, to be moved rather than copied, and returns the event of the end.
    func ended(_ outcome: consuming sending Result<HTTPResponse, HTTPError>) -> Event {
        self.outcome = outcome
        return .ended
    }

    /// Passes an event to the client; called on the gateway's scheduler.
    func deliver(_ event: Event) {
        guard let client else { return }
        switch event {
        case .began(let head): client.transferBegan(head)
        case .received(let bytes): client.transferReceived(bytes)
        case .waits(let wait): client.transferWaits(wait)
        case .progressed(let progress): client.transferProgressed(progress)
        case .ended:
            self.client = nil
            guard let outcome = outcome.take() else { return }
            client.transferEnded(outcome)
        }
    }

    /// An event for the client.
    enum Event: Sendable {
        case began(HTTPResponseHead)
        case received([UInt8])
        case waits(HTTPWait?)
        case progressed(HTTPProgress)
        case ended
    }
}
