import CCurl
import CCurlShim
import HTTPGateway
import Scheduling

// The course of a transfer from its command to its end: its file, its slot, its handle.
extension CurlLoop {
    // MARK: Start

    func begin(_ transfer: CurlTransfer) {
        guard transfer.state == .starting else { return }
        guard case .file(let target) = transfer.plan.destination else { return admit(transfer) }
        let file = FileSink(
            target, of: transfer.plan.url, hash: SHA256ContentDigest.hexadecimal(of:))
        transfer.file = file
        files.open(FileSinkBox(file: file), of: transfer, notifying: commandQueue)
    }

    private func admit(_ transfer: CurlTransfer) {
        transfer.state = .waiting
        let priority = transfer.plan.options.priority ?? .normal
        if slots.acquire(transfer, transfer.plan.url.origin, priority) { launch(transfer) }
    }

    /// Continues a transfer after the opening of its file, unless it was cancelled meanwhile.
    func opened(_ transfer: CurlTransfer, _ opening: Result<Void, HTTPError>) {
        guard transfer.state == .starting else { return }
        switch opening {
        case .success: admit(transfer)
        case .failure(let error):
            transfer.file = nil
            report(transfer, .failure(error))
        }
    }

    /// Starts a transfer that has a slot.
    func launch(_ transfer: CurlTransfer) {
        let plan = transfer.plan
        var addresses: [String]?
        if plan.needsResolver {
            switch nameCache.lookUp(plan.peer.host, for: transfer, within: plan.connectTimeout) {
            case .known(let known): addresses = known
            case .ask:
                awaitName(transfer)
                return names.resolve(plan.peer.host)
            case .asked: return awaitName(transfer)
            }
        }
        let easy = idle.popLast() ?? CurlEasy(loop: self)
        do {
            try easy.prepare(transfer, addresses: addresses)
        } catch {
            recycle(easy)
            return end(transfer, .failure(error))
        }
        let code = curl_multi_add_handle(UnsafeMutableRawPointer(multi), easy.handle)
        guard code == CURLM_OK else {
            recycle(easy)
            let cause = String(cString: curl_multi_strerror(code))
            let reason = "curl_multi_add_handle failed: \(cause)"
            return end(transfer, .failure(HTTPError(.transportFailed, reason)))
        }
        transfer.easy = easy
        transfer.state = .running
        easy.index = running.count
        running.append(easy)
        if nextWatch == nil { nextWatch = .monotonicNow.advanced(by: Self.watchInterval) }
    }

    // MARK: Termination

    /// Handles the end of a transfer that libcurl reports.
    func finish(_ easy: CurlEasy, _ result: CURLcode) {
        guard let transfer = easy.transfer else { return }
        let outcome = easy.outcome(result)
        // The next attempt resolves the name again, because the host may have moved.
        if result != CURLE_OK, easy.phase == .connecting {
            nameCache.forget(transfer.plan.peer.host)
        }
        detach(easy, from: transfer)
        end(transfer, outcome)
    }

    /// Ends a transfer that holds a slot, and starts the next one.
    func end(_ transfer: CurlTransfer, _ outcome: consuming Result<HTTPResponse, HTTPError>) {
        releaseSlot(transfer)
        guard let file = transfer.file else { return report(transfer, outcome) }
        transfer.file = nil
        files.finish(FileSinkBox(file: file), of: transfer, outcome, notifying: deliveryQueue)
    }

    private func releaseSlot(_ transfer: CurlTransfer) {
        transfer.state = .ended
        slots.release(transfer.plan.url.origin)
        // A transfer that ends before it runs calls this again; it must not start the next one
        // here.
        guard !isAdmitting else { return }
        isAdmitting = true
        defer { isAdmitting = false }
        while let next = slots.next() {
            if next.state == .ended {
                goneCount -= 1
                slots.release(next.plan.url.origin)
            } else {
                launch(next)
            }
        }
    }

    private func report(
        _ transfer: CurlTransfer, _ outcome: consuming Result<HTTPResponse, HTTPError>
    ) {
        transfer.state = .ended
        batch.append((transfer, transfer.ended(outcome)))
    }

    func cancel(_ transfer: CurlTransfer) {
        switch transfer.state {
        case .ended: return
        case .starting: transfer.state = .ended
        case .waiting:
            transfer.state = .ended
            goneCount += 1
            if goneCount > 64, goneCount * 2 > slots.waitingCount {
                slots.removeAll { $0.state == .ended }
                goneCount = 0
            }
        case .resolving: releaseSlot(transfer)
        case .running:
            if let easy = transfer.easy { detach(easy, from: transfer) }
            releaseSlot(transfer)
        }
        guard let file = transfer.file else { return }
        transfer.file = nil
        // At once, even while the file is being opened: the next transfer may want the same file.
        files.abandon(FileSinkBox(file: file))
    }

    private func detach(_ easy: CurlEasy, from transfer: CurlTransfer) {
        curl_multi_remove_handle(UnsafeMutableRawPointer(multi), easy.handle)
        remove(easy)
        download.forget(easy)
        upload.forget(easy)
        recycle(easy)
        transfer.easy = nil
    }

    /// Keeps a handle that is not in the multi handle for another transfer.
    private func recycle(_ easy: CurlEasy) {
        easy.reset()
        if idle.count < idleLimit { idle.append(easy) }
    }

    /// Removes a handle from the running ones, in constant time.
    private func remove(_ easy: CurlEasy) {
        let last = running.removeLast()
        guard last !== easy else { return }
        running[easy.index] = last
        last.index = easy.index
    }
}
