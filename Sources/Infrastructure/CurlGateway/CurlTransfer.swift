import HTTPGateway

/// One transfer, from the plan to its end; known to both the gateway's scheduler and the I/O thread.
final class CurlTransfer: TransferHandle, @unchecked Sendable {  // each field says who may touch it
    let plan: TransferPlan
    /// The way to the I/O thread; the loop itself is in nobody's hands but that thread's.
    private let inbox: Inbox

    /// Gateway's scheduler only.
    ///
    /// `nil` once the client wants to hear nothing any more.
    private(set) var client: (any TransferClient)?

    /// I/O thread only: where it is under way; `nil` while it waits, and after its end.
    var easy: CurlEasy?
    /// I/O thread only.
    var state = State.starting
    /// I/O thread only.
    var isPaused = false
    /// I/O thread only: what the control says, over the plan's options.
    var bandwidth: HTTPBandwidth?
    /// I/O thread only: the open file that the body goes to.
    var file: FileSink?
    /// I/O thread only: since when it waits for its host's addresses.
    var resolvingSince: ContinuousClock.Instant?
    /// I/O thread only: how long it waited for them.
    var resolvedAfter = Duration.zero
    /// Set by the I/O or the disk's thread, and taken by the gateway's scheduler, handed over with `.ended`.
    private var outcome: Result<HTTPResponse, HTTPError>?

    /// How far the I/O thread has come with it.
    enum State {
        /// Its file is being opened, or its command is on the way.
        case starting
        /// For a connection.
        case waiting
        case resolving
        case running
        case ended
    }

    init(_ plan: TransferPlan, inbox: Inbox, client: any TransferClient) {
        self.plan = plan
        self.inbox = inbox
        self.client = client
        bandwidth = plan.options.bandwidth
    }

    func cancel() {
        guard client != nil else { return }
        client = nil
        inbox.post(.cancel(self))
    }

    func consumed(_ count: Int) {
        inbox.post(.consumed(self, count))
    }

    var steering: @Sendable () -> Void {
        { [inbox, weak self] in
            if let self { inbox.post(.steer(self)) }
        }
    }

    /// The event of an end; its outcome waits here, to be moved and not copied on its way.
    func ended(_ outcome: consuming sending Result<HTTPResponse, HTTPError>) -> Event {
        self.outcome = outcome
        return .ended
    }

    /// Hands an event to the client, on the gateway's scheduler.
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

    /// What the I/O thread tells the client.
    enum Event: Sendable {
        case began(HTTPResponseHead)
        case received([UInt8])
        case waits(HTTPWait?)
        case progressed(HTTPProgress)
        case ended
    }
}
