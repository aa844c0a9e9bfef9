import CCurl
import CCurlShim
import HTTPGateway
import Scheduling

/// One easy handle with its callbacks and buffers, for one transfer after another; I/O thread only.
///
/// Settings that are equal in two successive transfers are not set again: to set all of them takes
/// longer than the transfer of a kilobyte.
final class CurlEasy {  // not @Schedulable: the I/O thread has no scheduler
    let handle: UnsafeMutableRawPointer
    private unowned let loop: CurlLoop
    // Only the I/O thread uses the object: exclusivity checks would cost every header line.

    // unsafe, @exclusivity(unchecked): one thread uses the object, so accesses cannot overlap
    /// The index in the loop's list of running handles.
    @exclusivity(unchecked) var index = 0

    @exclusivity(unchecked) private(set) var transfer: CurlTransfer?
    @exclusivity(unchecked) private(set) var phase = HTTPError.Phase.connecting

    // The present settings of the handle.
    @exclusivity(unchecked) var settings = CurlSettings()

    // The state of the transfer.
    @exclusivity(unchecked) private var parser = HeadParser()
    @exclusivity(unchecked) private var head: HTTPResponseHead?
    @exclusivity(unchecked) private var body: [UInt8] = []
    @exclusivity(unchecked) private var bodyCount: Int64 = 0
    @exclusivity(unchecked) private var bodyLimit: Int64 = 0
    @exclusivity(unchecked) private var isAccepted = false
    @exclusivity(unchecked) private var failure: HTTPError?
    @exclusivity(unchecked) private var upload: UploadSource?
    @exclusivity(unchecked) private var outstanding = 0
    @exclusivity(unchecked) private var isStalled = false
    /// Whether the bandwidth limit has stopped the transfer.
    @exclusivity(unchecked) private(set) var isHeldBack = false
    @exclusivity(unchecked) private var watch = TransferWatch()
    @exclusivity(unchecked) private var sentCount = 0
    @exclusivity(unchecked) private var reportedAt: ContinuousClock.Instant?

    init(loop: CurlLoop) {
        guard let handle = curl_easy_init() else {
            preconditionFailure("libcurl cannot allocate an easy handle")
        }
        self.handle = handle
        self.loop = loop
        settings.setUp(handle)
        setCallbacks(loop: loop.context)
    }

    deinit {
        curl_easy_cleanup(handle)
        settings.free()
    }

    // unsafe, Unmanaged, _withUnsafeGuaranteedRef: its handle is freed before it
    /// Returns the object behind a context, retained.
    static func from(_ context: UnsafeMutableRawPointer) -> CurlEasy {
        Unmanaged<CurlEasy>.fromOpaque(context).takeUnretainedValue()
    }

    /// Calls `body` with the object behind a context, which the loop retains.
    ///
    /// The reference count is not changed, because this runs for every line of every response.
    @inline(__always)
    static func with<Result>(
        _ context: UnsafeMutableRawPointer, _ body: (CurlEasy) -> Result
    ) -> Result {
        Unmanaged<CurlEasy>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    /// Prepares the handle for a transfer.
    func prepare(_ transfer: CurlTransfer, addresses: [String]?) throws(HTTPError) {
        let plan = transfer.plan
        upload = try UploadSource.open(plan.body)
        var limits = HeadParser.Limits()
        limits.bytes = plan.options.headerLimit ?? limits.bytes
        parser.restart(limits: limits)
        self.transfer = transfer
        let extra = transfer.file?.requestHeaders ?? HTTPHeaders()
        try settings.apply(
            plan, headers: extra.isEmpty ? plan.headers : plan.headers.merging(extra),
            bodyLength: upload.map { $0.length ?? -1 }, addresses: addresses,
            resolvedAfter: transfer.resolvedAfter, to: handle)
        applyBandwidth()
    }

    /// Clears the state of the transfer; the settings stay.
    func reset() {
        transfer = nil
        head = nil
        body = []
        settings.lastBodyLength = bodyCount
        bodyCount = 0
        isAccepted = false
        failure = nil
        upload = nil
        outstanding = 0
        isStalled = false
        isHeldBack = false
        sentCount = 0
        watch = TransferWatch()
        reportedAt = nil
        phase = .connecting
    }

    // MARK: Callbacks, which call no function of libcurl

    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        if phase != .receiving {
            phase = .receiving
            loop.announce()
        }
        watch.moved += Int64(line.count)
        do {
            if try parser.consume(line) == .complete { try begin() }
            return true
        } catch {
            failure = error
            return false
        }
    }

    private func begin() throws(HTTPError) {
        guard let transfer else { return }
        let plan = transfer.plan
        let head = parser.head(from: plan.url)
        isAccepted = plan.accepted.contains(head.status)
        if let rejection = plan.rejection(about: head) { throw rejection }
        bodyLimit = plan.bodyLimit(for: head)
        if isAccepted {
            if let length = parser.contentLength, plan.method != .head {
                guard length <= bodyLimit else { throw tooLarge() }
                // A growing array is copied, and is then resident twice; reserved memory is not
                // resident.
                if case .memory = plan.destination {
                    body.reserveCapacity(Int(min(length, 64 << 20)))
                }
            }
            switch plan.destination {
            case .memory: break
            case .file: try transfer.file?.begin(head)
            case .chunks: loop.emit(.began(head), of: transfer)
            }
        }
        self.head = consume head
    }

    private func tooLarge() -> HTTPError {
        HTTPError(.bodyTooLarge, "the body exceeds \(bodyLimit) bytes", phase: .receiving)
    }

    /// Receives a piece of the body; returns the accepted number of bytes, or a code of libcurl.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let transfer, failure == nil else { return CurlSettings.writeError }
        // libcurl cannot pause before it has a connection, so the first byte is checked here.
        if transfer.state.isPaused { return CurlSettings.writePause }
        guard loop.download.admits(self) else {
            isHeldBack = true
            return CurlSettings.writePause
        }
        do throws(HTTPError) {
            guard isAccepted else {
                // Enough is kept for the server's error message; the rest is discarded.
                body.append(contentsOf: bytes.prefix(Int(bodyLimit) - body.count))
                count(bytes.count)
                return bodyCount > 16 * bodyLimit ? CurlSettings.writeError : bytes.count
            }
            if case .chunks = transfer.plan.destination, outstanding >= TransferPlan.readerWindow {
                isStalled = true
                return CurlSettings.writePause
            }
            count(bytes.count)
            guard bodyCount <= bodyLimit else { throw tooLarge() }
            switch transfer.plan.destination {
            case .memory: body.append(contentsOf: bytes)
            case .file:
                try transfer.file?.write(bytes)
                if let checkpoint = transfer.file?.takeCheckpoint() { loop.write(checkpoint) }
            case .chunks:
                outstanding += bytes.count
                loop.emit(.received(Array(bytes)), of: transfer)
            }
            return bytes.count
        } catch {
            failure = error
            return CurlSettings.writeError
        }
    }

    private func count(_ bytes: Int) {
        bodyCount += Int64(bytes)
        watch.moved += Int64(bytes)
        loop.download.count(bytes)
    }

    func produceBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        phase = .sending
        if transfer?.state.isPaused == true { return CurlSettings.readPause }
        guard loop.upload.admits(self) else {
            isHeldBack = true
            return CurlSettings.readPause
        }
        do {
            let count = try upload?.read(into: buffer) ?? 0
            watch.moved += Int64(count)
            loop.upload.count(count)
            if count == 0 || upload?.isAtEnd == true { phase = .awaiting }
            return count
        } catch {
            failure = error
            return CurlSettings.readAbort
        }
    }

    /// Rewinds the body, so that libcurl can send the request again on another connection.
    func rewind() -> Bool {
        transfer?.plan.isRepeatable == true && upload?.rewind() == true
    }

    /// Whether the request may be sent now; libcurl asks before each of its own attempts.
    func maySend() -> Bool {
        phase = .awaiting
        sentCount += 1
        guard sentCount > 1, transfer?.plan.isRepeatable != true else { return true }
        failure = HTTPError(
            .connectionLost, "the connection was closed, and the request must not be repeated",
            phase: .sending)
        return false
    }

    /// Returns whether the transfer must end because it is stalled; reports a wait to the client.
    func hasToEnd(at now: SchedulerInstant) -> Bool {
        guard let transfer else { return false }
        let plan = transfer.plan
        var limits = TransferWatch.Limits(
            connect: plan.connectTimeout, firstByte: plan.firstByteTimeout, idle: plan.idleTimeout,
            rate: plan.minimumRate(within: transfer.bandwidth))
        if isRefusal { limits = Self.limitsOfRefusals }
        let isHeld = transfer.state.isPaused || isHeldBack || isStalled
        switch watch.check(at: now, phase, isHeld: isHeld, limits) {
        case .moves: return false
        case .waits(let wait): loop.emit(.waits(wait), of: transfer)
        case .answered: loop.emit(.waits(nil), of: transfer)
        case .stalled(let reason):
            failure = HTTPError(.stalled, reason, phase: phase)
            return true
        }
        return false
    }

    /// The status of a refusal is enough; the wait for its body is short.
    private static let limitsOfRefusals = TransferWatch.Limits(idle: .seconds(5), rate: 16 << 10)

    /// Reports progress, if the interval has passed.
    func progress(_ sent: Int64, _ received: Int64, _ toReceive: Int64) {
        guard let transfer, let interval = transfer.plan.options.progressInterval else { return }
        let now = ContinuousClock.now
        if let reportedAt, now - reportedAt < interval { return }
        guard sent > 0 || received > 0 else { return }
        reportedAt = now
        let had = transfer.file.map { $0.length - bodyCount } ?? 0
        loop.emit(
            .progressed(
                HTTPProgress(
                    sent: sent, toSend: upload?.length, received: received + had,
                    toReceive: toReceive > 0 ? toReceive + had : nil)), of: transfer)
    }

    // MARK: Termination

    /// Returns the result of the transfer; called before the handle is removed.
    func outcome(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
        // A refusal is reported however its body ends, because its head is enough.
        if !isRefusal, let error = failure ?? error(code) { return .failure(error) }
        guard let head = head.take() else {
            return .failure(HTTPError(.emptyResponse, "the response has no head", phase: .awaiting))
        }
        var bytes: [UInt8] = []
        swap(&bytes, &body)
        return .success(HTTPResponse(head: head, bytes: bytes, timings: timings()))
    }

    private func error(_ code: CURLcode) -> HTTPError? {
        if code == CURLE_OK { return nil }
        if phase == .receiving, code == CURLE_OUT_OF_MEMORY || code == CurlFailure.tooLarge {
            // libcurl's codes for data beyond its limits: a line of 100 KiB, a paused body of 64
            // MiB.
            return head == nil
                ? HTTPError(.headersTooLarge, "a header field is too long", phase: .receiving)
                : HTTPError(
                    .bodyTooLarge, "the decompressed body exceeds libcurl's buffer",
                    phase: .receiving)
        }
        if code == CURLE_RECV_ERROR, let refusal = proxyRefusal() { return refusal }
        return CurlFailure.error(
            LibcurlResult(code: Int(code.rawValue)), phase: phase, detail: settings.detail,
            systemError: Int32(ccs_get_long(handle, CURLINFO_OS_ERRNO)))
    }

    /// Returns the proxy's refusal of a tunnel; libcurl reports only that the connection was lost.
    private func proxyRefusal() -> HTTPError? {
        let status = ccs_get_long(handle, CURLINFO_HTTP_CONNECTCODE)
        guard status >= 300 else { return nil }
        // Of the 4xx, the proxy may answer these two otherwise later.
        let isFinal = (400..<500).contains(status) && status != 408 && status != 429
        return HTTPError(
            isFinal ? .proxyRefused : .proxyFailed, "the proxy answered \(status)",
            phase: .connecting)
    }

    private var isRefusal: Bool { head != nil && !isAccepted }

    private func timings() -> HTTPTimings {
        var timings = HTTPTimings()
        // libcurl's clock starts when the name is resolved.
        let resolved = transfer?.resolvedAfter ?? .zero
        func duration(_ info: CURLINFO) -> Duration {
            resolved + .microseconds(ccs_get_offset(handle, info))
        }
        timings.resolved = duration(CURLINFO_NAMELOOKUP_TIME_T)
        // On a reused connection, libcurl counts nothing for the phases that were skipped.
        timings.connected = max(timings.resolved, duration(CURLINFO_CONNECT_TIME_T))
        if transfer?.plan.url.origin.isSecure == true {
            timings.secured = max(timings.connected, duration(CURLINFO_APPCONNECT_TIME_T))
        }
        timings.firstByte = duration(CURLINFO_STARTTRANSFER_TIME_T)
        timings.total = duration(CURLINFO_TOTAL_TIME_T)
        timings.isNewConnection = ccs_get_long(handle, CURLINFO_NUM_CONNECTS) > 0
        return timings
    }

    // MARK: Transfer control

    func consumed(_ count: Int) -> CURLcode {
        outstanding -= count
        guard isStalled, outstanding <= TransferPlan.readerWindow / 2 else { return CURLE_OK }
        isStalled = false
        return applyPause()
    }

    /// Makes libcurl pause or resume; the result is not OK if that has ended the transfer.
    func applyPause() -> CURLcode {
        guard let transfer else { return CURLE_OK }
        let all = CURLPAUSE_RECV | CURLPAUSE_SEND
        let isStopped = transfer.state.isPaused || isHeldBack
        let code = curl_easy_pause(
            handle, isStopped ? all : isStalled ? CURLPAUSE_RECV : CURLPAUSE_CONT)
        // libcurl returns it before a connection exists; the callbacks then check for a pause.
        return code == CURLE_BAD_FUNCTION_ARGUMENT ? CURLE_OK : code
    }

    /// Resumes after the bandwidth limit has stopped the transfer.
    func resume() -> CURLcode {
        isHeldBack = false
        return applyPause()
    }

    func applyBandwidth() {
        settings.apply(transfer?.bandwidth ?? HTTPBandwidth(), to: handle)
    }
}
