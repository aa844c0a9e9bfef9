package import HTTPGateway
package import Scheduling

/// One response that is delivered piece by piece.
@Schedulable
package final class StubTransfer: TransferHandle {
    private let plan: TransferPlan
    private let scheduler: any Scheduler
    private var client: (any TransferClient)?
    private var next: ScheduledWork?
    /// The next step of the wait for a head.
    private var watch: ScheduledWork?
    /// Whether the client was notified of the wait for a head.
    private var hasReportedWait = false
    private var response = StubResponse()
    private var head: HTTPResponseHead?
    private var sent = 0
    private var isPaused = false
    private var isWaiting = false
    /// The number of bytes that the reader has not processed yet.
    private var outstanding = 0
    private var limit: Int64 = 0
    private var collected: [UInt8] = []
    private var bandwidth: Int64?
    /// The file of a body that is written to one, until the end.
    private var file: FileSink?

    package init(_ plan: TransferPlan, on scheduler: any Scheduler, client: any TransferClient) {
        self.plan = plan
        self.scheduler = scheduler
        self.client = client
        bandwidth = plan.options.bandwidth?.download
    }

    /// Opens the file of a body that is written to one, before the request is sent.
    ///
    /// - Parameters:
    ///   - checkpointInterval: the number of bytes between two notes of the file.
    ///   - hash: that of `FileSink`; if it returns `nil`, nothing is resumed.
    /// - Returns: the fields that request the rest of a file.
    package func openFile(
        checkpointInterval: Int64 = .max, hash: (String) -> String? = { _ in nil }
    ) throws(HTTPError) -> HTTPHeaders {
        guard case .file(let target) = plan.destination else { return [:] }
        let file = FileSink(
            target, of: plan.url, checkpointInterval: checkpointInterval, hash: hash)
        try file.open()
        self.file = file
        return file.requestHeaders
    }

    package func cancel() {
        client = nil
        file.take()?.abandon()
        next?.cancel()
        next = nil
        watch?.cancel()
        watch = nil
    }

    package func consumed(_ count: Int) {
        outstanding -= count
        resume()
    }

    package var controlChanged: @Sendable () -> Void {
        checkScheduler()
        let scheduler = scheduler
        let box = IsolatedBox({ [weak self] () -> Void in self?.applyControl() }, of: scheduler)
        return { scheduler.schedule { box.contentOnScheduler?() } }
    }

    func play(_ response: StubResponse) {
        let limit = plan.firstByteTimeout
        if response.delay > min(limit, HTTPWait.threshold) {
            awaitHead()
            guard response.delay < limit else { return }
        }
        after(response.delay) { $0.receive(response) }
    }

    /// Waits for the response, as long as the options allow; the transfer fails after that.
    package func awaitHead() {
        let limit = plan.firstByteTimeout
        let past = min(limit, HTTPWait.threshold)
        watch(after: past) { transfer in
            transfer.hasReportedWait = true
            transfer.client?.transferWaits(HTTPWait(phase: .awaiting, remaining: limit - past))
            transfer.watch(after: limit - past) {
                $0.end(
                    .failure(
                        HTTPError(
                            .stalled, "no byte of a response was received within \(limit)",
                            phase: .awaiting)))
            }
        }
    }

    /// Delivers a response, whose head has arrived; does nothing after the end.
    package func receive(_ response: StubResponse) {
        guard client != nil else { return }
        watch?.cancel()
        watch = nil
        self.response = response
        if hasReportedWait { client?.transferWaits(nil) }
        begin()
    }

    /// Fails after `delay`.
    package func fail(_ error: HTTPError, after delay: Duration = .zero) {
        after(delay) { $0.end(.failure(error)) }
    }

    private func applyControl() {
        guard let desiredState = plan.options.control?.desiredState else { return }
        if desiredState.isCancelled {
            return end(
                .failure(
                    HTTPError(
                        .cancelled, "the request was cancelled by its control", phase: .receiving)))
        }
        bandwidth = (desiredState.bandwidth ?? plan.options.bandwidth)?.download
        isPaused = desiredState.isPaused
        resume()
    }

    /// Takes the next step after a pause, or after a busy reader.
    private func resume() {
        guard isWaiting, !isPaused, outstanding <= TransferPlan.readerWindow / 2 else { return }
        isWaiting = false
        after(.zero) { $0.step() }
    }

    private func begin() {
        var headers = response.headers
        if response.isFramed, headers["Content-Length"] == nil {
            headers.add("Content-Length", "\(response.body.count)")
        }
        let head = HTTPResponseHead(status: response.status, headers: headers, url: plan.url)
        self.head = head
        if let rejection = plan.rejection(about: head) { return end(.failure(rejection)) }
        limit = plan.bodyLimit(for: head)
        let isAccepted = plan.accepted.contains(head.status)
        if isAccepted, Int64(response.body.count) > limit, response.isFramed {
            return end(tooLarge)
        }
        if isAccepted {
            do throws(HTTPError) { try file?.begin(head) } catch { return end(.failure(error)) }
            if case .chunks = plan.destination { client?.transferBegan(head) }
        }
        step()
    }

    private var tooLarge: Result<HTTPResponse, HTTPError> {
        checkScheduler()
        return .failure(
            HTTPError(.bodyTooLarge, "the body exceeds \(limit) bytes", phase: .receiving))
    }

    private func step() {
        guard let client, let head else { return }
        if isPaused || outstanding >= TransferPlan.readerWindow {
            isWaiting = true
            return
        }
        let isAccepted = plan.accepted.contains(head.status)
        let body = plan.method == .head ? [] : response.body
        if let breaksAfter = response.breaksAfter, sent >= breaksAfter {
            return end(
                .failure(
                    HTTPError(
                        .truncatedBody, "the simulated connection was lost", phase: .receiving)))
        }
        guard sent < body.count else {
            return end(.success(HTTPResponse(head: head, bytes: collected)))
        }
        let end = min(body.count, sent + response.piece, response.breaksAfter ?? .max)
        let piece = Array(body[sent..<end])
        sent = end
        if plan.options.progressInterval != nil {
            client.transferProgressed(
                HTTPProgress(received: Int64(sent), toReceive: Int64(body.count)))
        }
        if isAccepted, case .chunks = plan.destination {
            guard Int64(sent) <= limit else { return self.end(tooLarge) }
            outstanding += piece.count
            client.transferReceived(piece)
        } else if isAccepted, let file {
            let written = piece.withUnsafeBytes { bytes in
                Result { () throws(HTTPError) in try file.write(bytes) }
            }
            if case .failure(let error) = written { return self.end(.failure(error)) }
            if let checkpoint = file.takeCheckpoint() {
                scheduler.schedule { checkpoint.write() }
            }
        } else {
            collected += piece
            if Int64(collected.count) > limit {
                if isAccepted { return self.end(tooLarge) }
                collected.removeLast(collected.count - Int(limit))
            }
        }
        let rate = [response.rate.map(Int64.init), bandwidth].compactMap { $0 }.min()
        after(rate.map { .seconds(1) * Double(piece.count) / Double(max(1, $0)) } ?? .zero) {
            $0.step()
        }
    }

    private func end(_ result: Result<HTTPResponse, HTTPError>) {
        let client = client
        let ended = file.take()?.end(plan, result) ?? result
        cancel()
        client?.transferEnded(ended)
    }

    private func watch(after delay: Duration, _ body: @escaping (StubTransfer) -> Void) {
        let resume = { [weak self] () -> Void in if let self { body(self) } }
        watch = scheduler.scheduleConfined(after: delay, resume)
    }

    private func after(_ delay: Duration, _ body: @escaping (StubTransfer) -> Void) {
        let resume = { [weak self] () -> Void in if let self { body(self) } }
        next = scheduler.scheduleConfined(after: delay, resume)
    }
}
