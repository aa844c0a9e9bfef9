import CCurl
import HTTPGateway

// Transfers that are paused, limited or cancelled while they run.
extension CurlLoop {
    /// Does what the transfer's control wants now.
    func steer(_ transfer: CurlTransfer) {
        guard transfer.state != .ended, let wish = transfer.plan.options.control?.wish else {
            return
        }
        if wish.isCancelled {
            let error = HTTPError(
                .cancelled, "it was cancelled by its control",
                phase: transfer.easy?.phase ?? .waiting)
            cancel(transfer)
            batch.append((transfer, transfer.ended(.failure(error))))
            return
        }
        transfer.bandwidth = wish.bandwidth ?? transfer.plan.options.bandwidth
        transfer.isPaused = wish.isPaused
        transfer.easy?.applyBandwidth()
        check(transfer.easy) { $0.applyPause() }
    }

    /// Has a transfer hold or go on, and ends it if that fails.
    ///
    /// libcurl hands over at once what it held back: what is refused then, it tells nobody but its caller.
    func check(_ easy: CurlEasy?, _ change: (CurlEasy) -> CURLcode) {
        guard let easy else { return }
        let code = change(easy)
        if code != CURLE_OK { finish(easy, code) }
    }

    /// Lets transfers go on that the bandwidth's limit has held back.
    func letThrottledGoOn() {
        guard download.isHolding || upload.isHolding else { return }
        for throttle in [download, upload] where throttle.wait == .zero {
            for easy in throttle.release() { check(easy) { $0.goOn() } }
        }
    }
}
