import CCurl
import CCurlShim
import HTTPGateway

// Transfers that are paused, limited or cancelled while they run.
extension CurlLoop {
    /// Applies the desired state of the transfer's control.
    func applyControl(_ transfer: CurlTransfer) {
        guard !transfer.state.isEnded,
            let desiredState = transfer.plan.options.control?.desiredState
        else {
            return
        }
        if desiredState.isCancelled {
            let error = HTTPError(
                .cancelled, "the request was cancelled by its control",
                phase: transfer.easy?.phase ?? .waiting)
            cancel(transfer)
            batch.append((transfer, transfer.ended(.failure(error))))
            return
        }
        transfer.bandwidth = desiredState.bandwidth ?? transfer.plan.options.bandwidth
        let actions = transfer.state.controlled(isPaused: desiredState.isPaused)
        guard actions.contains(.applyControl) else { return }
        transfer.easy?.applyBandwidth()
        check(transfer.easy) { $0.applyPause() }
    }

    /// Makes a change to a transfer, such as a pause, and ends the transfer if that fails.
    ///
    /// On a resume, libcurl passes on at once the data that it held back. If a callback rejects the
    /// data, only the caller of libcurl gets the error.
    func check(_ easy: CurlEasy?, _ change: (CurlEasy) -> CURLcode) {
        guard let easy else { return }
        let code = change(easy)
        if code != CURLE_OK { finish(easy, code) }
    }

    /// Resumes the transfers that the bandwidth limit has stopped.
    func resumeThrottled() {
        guard download.isHolding || upload.isHolding else { return }
        for throttle in [download, upload] where throttle.wait == .zero {
            for easy in throttle.release() { check(easy) { $0.resume() } }
        }
    }
}
