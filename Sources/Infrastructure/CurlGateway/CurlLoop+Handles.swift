import CCurl
import CCurlShim
import HTTPGateway
import Scheduling

// The start of a transfer in a handle of libcurl, and its end.
extension CurlLoop {
    /// Starts a transfer that has a slot, if its state requests it.
    func start(
        _ transfer: CurlTransfer, _ actions: CurlTransferState.Actions, at addresses: [String]?
    ) {
        guard actions.contains(.start) else { return }
        let easy = handles.takeIdle() ?? CurlEasy(loop: self)
        do throws(HTTPError) {
            try easy.prepare(transfer, addresses: addresses)
            let code = curl_multi_add_handle(UnsafeMutableRawPointer(multi), easy.handle)
            guard code == CURLM_OK else {
                let cause = String(cString: curl_multi_strerror(code))
                throw HTTPError(.transportFailed, "curl_multi_add_handle failed: \(cause)")
            }
        } catch {
            handles.recycle(easy)
            return end(transfer, transfer.state.failedToStart(), .failure(error))
        }
        transfer.easy = easy
        handles.add(easy)
        if nextWatch == nil { nextWatch = .monotonicNow.advanced(by: Self.watchInterval) }
    }

    /// Handles the end of a transfer that libcurl reports.
    func finish(_ easy: CurlEasy, _ result: CURLcode) {
        guard let transfer = easy.transfer else { return }
        let outcome = easy.outcome(result)
        // The next attempt resolves the name again, because the host may have moved.
        if result != CURLE_OK, easy.phase == .connecting {
            nameCache.forget(transfer.plan.peer.host)
        }
        end(transfer, transfer.state.finished(), outcome)
    }

    func cancel(_ transfer: CurlTransfer) {
        leave(transfer, transfer.state.cancelled())
    }

    /// Takes the actions of a transfer that ends with an outcome.
    func end(
        _ transfer: CurlTransfer, _ actions: CurlTransferState.Actions,
        _ outcome: consuming Result<HTTPResponse, HTTPError>
    ) {
        leave(transfer, actions)
        if actions.contains(.finishFile) {
            finishFile(of: transfer, outcome)
        } else if actions.contains(.deliverEnd) {
            batch.append((transfer, transfer.ended(outcome)))
        }
    }

    /// Takes the actions of a transfer that ends, without its outcome.
    private func leave(_ transfer: CurlTransfer, _ actions: CurlTransferState.Actions) {
        if actions.contains(.removeHandle), let easy = transfer.easy.take() {
            curl_multi_remove_handle(UnsafeMutableRawPointer(multi), easy.handle)
            handles.remove(easy)
            download.forget(easy)
            upload.forget(easy)
            handles.recycle(easy)
        }
        if actions.contains(.leaveQueue) { leaveQueue() }
        if actions.contains(.releaseSlot) { releaseSlot(of: transfer) }
        if actions.contains(.abandonFile) { abandonFile(of: transfer) }
    }
}
