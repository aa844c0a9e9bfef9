import CCurl
import CCurlShim
import Foundation
import HTTPGateway
import Scheduling
import Synchronization

/// The I/O thread: drives the multi handle, carries out commands, hands results over.
///
/// libcurl is told which socket has something (`curl_multi_socket_action`): to have it look at all of them in
/// every round costs a system call for each. Its callbacks for sockets and timers take notes only; an error in
/// one would end all transfers. No function of libcurl is called from within one of its callbacks.
final class CurlLoop: @unchecked Sendable {  // what is not `let` belongs to the I/O thread
    private let multi: OpaquePointer
    let inbox: Inbox
    private let poller: SystemPoller
    private let deliveries: Deliveries
    private let disk = LazyScheduler(name: "gateway.disk")
    private let names: NameResolver

    // unsafe, @exclusivity(unchecked): one thread uses the object, so accesses cannot overlap
    // Only the I/O thread comes here: checking for conflicting accesses would cost every request.
    @exclusivity(unchecked) private var slots: ConnectionSlots<CurlTransfer>
    @exclusivity(unchecked) private var idle: [CurlEasy] = []
    @exclusivity(unchecked) private var running: [CurlEasy] = []
    @exclusivity(unchecked) private var batch: [Deliveries.Delivery] = []
    @exclusivity(unchecked) private var ready: [ReadySocket] = []
    /// When libcurl wants to be asked about its timeouts.
    @exclusivity(unchecked) private var alarm: SchedulerInstant?
    /// When to look again whether the transfers move; `nil` while there are none.
    @exclusivity(unchecked) private var nextWatch: SchedulerInstant?
    @exclusivity(unchecked) private var nameCache = NameCache<CurlTransfer>()
    @exclusivity(unchecked) private(set) var download: Throttle
    @exclusivity(unchecked) private(set) var upload: Throttle
    @exclusivity(unchecked) private var goneCount = 0
    @exclusivity(unchecked) private var isLettingIn = false
    @exclusivity(unchecked) private var isStopped = false
    @exclusivity(unchecked) private var patience = CurlLoop.longestPatience
    private let idleLimit: Int

    private static let longestPatience = 64
    private static let shortestPatience = 16
    private static let patienceWhileBusy = 4
    private static let watchInterval = Duration.milliseconds(500)

    init(limits: CurlGateway.Limits, deliveringOn scheduler: any Scheduler) {
        precondition(Self.isLibraryReady, "libcurl could not be initialised")
        guard let multi = curl_multi_init() else {
            preconditionFailure("libcurl has no memory for a multi handle")
        }
        self.multi = OpaquePointer(multi)
        ccs_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limits.connections)
        let bell = Bell()
        let inbox = Inbox(bell: bell)
        self.inbox = inbox
        poller = SystemPoller(bell: bell)
        deliveries = Deliveries(on: scheduler)
        names = NameResolver { inbox.post(.resolved($0)) }
        slots = ConnectionSlots(limit: limits.connections, perOrigin: limits.connectionsPerOrigin)
        download = Throttle(bytesPerSecond: limits.bandwidth.download)
        upload = Throttle(bytesPerSecond: limits.bandwidth.upload)
        idleLimit = limits.connections
        ccs_multi_set_loop_callbacks(multi, CurlCallbacks.ofLoop, context)
        SystemThread.start("gateway.io") { [self] in run() }
    }

    private static let isLibraryReady = ccs_global_init()

    // MARK: For other threads

    /// Has the I/O thread do something; from any thread.
    func post(_ command: Command) {
        inbox.post(command)
    }

    /// Begins a transfer.
    func start(_ transfer: CurlTransfer) {
        inbox.post(.start(transfer))
    }

    /// Ends the thread, and every transfer with it.
    func stop() {
        inbox.post(.stop)
    }

    // MARK: The thread

    private func run() {
        ccs_open_pool()
        defer { ccs_close_pool() }
        var commands: [Command] = []
        while !isStopped {
            inbox.take(into: &commands)
            for command in commands { carryOut(command) }
            commands.removeAll(keepingCapacity: true)
            letThrottledGoOn()
            drive()
            let hasDelivered = !batch.isEmpty
            deliveries.send(&batch)
            if !isStopped, !(hasDelivered && lookOut()) || !running.isEmpty { sleep() }
        }
        close()
    }

    /// Waits for the answer to a delivery, which is often the next request; `false` when there is none soon.
    ///
    /// Giving the processor away some times takes less than to fall asleep and to be woken. What was in
    /// vain is tried for a shorter time the next time; and with transfers under way not for long, since
    /// their sockets may have something.
    private func lookOut() -> Bool {
        for _ in 0..<(running.isEmpty ? patience : min(patience, Self.patienceWhileBusy)) {
            if inbox.hasCommands {
                patience = min(patience * 2, Self.longestPatience)
                return true
            }
            sched_yield()
        }
        patience = max(Self.shortestPatience, patience / 2)
        return false
    }

    /// Waits until there is something to do; with commands there already it only looks at the sockets.
    private func sleep() {
        poller.wait(milliseconds: inbox.maySleep() ? longestSleep : 0, into: &ready)
    }

    /// Milliseconds until there is something to do, whatever comes; -1 for no end.
    private var longestSleep: Int32 {
        let waits = [
            [alarm, nextWatch].compactMap(\.self).min().map {
                SchedulerInstant.monotonicNow.duration(to: $0)
            },
            download.wait, upload.wait,
            nameCache.isWaiting ? .milliseconds(100) : nil,
        ]
        guard let wait = waits.compactMap(\.self).min() else { return -1 }
        // A part of a millisecond is waited out as a whole one.
        return wait > .zero ? Int32(clamping: wait.milliseconds + 1) : 0
    }

    /// Has libcurl go on where something has come or a time is over, and takes what has ended.
    private func drive() {
        for ready in ready { act(ready.socket, Int32(ready.events.rawValue)) }
        ready.removeAll(keepingCapacity: true)
        if let alarm, alarm <= .monotonicNow {
            self.alarm = nil
            act(curl_socket_t(CURL_SOCKET_TIMEOUT), 0)
        }
        var result = CURLE_OK
        while let handle = ccs_next_ended(UnsafeMutableRawPointer(multi), &result) {
            guard let context = ccs_get_pointer(handle, CURLINFO_PRIVATE) else { continue }
            finish(CurlEasy.from(context), result)
        }
        if let nextWatch, nextWatch <= .monotonicNow { watchTransfers() }
        if nameCache.isWaiting { expireNames() }
    }

    /// Ends the transfers that do not move.
    private func watchTransfers() {
        let now = SchedulerInstant.monotonicNow
        for easy in running where easy.hasToEnd(at: now) {
            finish(easy, CURLE_OPERATION_TIMEDOUT)
        }
        nextWatch = running.isEmpty ? nil : now.advanced(by: Self.watchInterval)
    }

    private func act(_ socket: curl_socket_t, _ events: Int32) {
        var active: Int32 = 0
        curl_multi_socket_action(UnsafeMutableRawPointer(multi), socket, events, &active)
    }

    private func carryOut(_ command: Command) {
        switch command {
        case .start(let transfer): begin(transfer)
        case .opened(let transfer, let opening): opened(transfer, opening)
        case .cancel(let transfer): cancel(transfer)
        case .consumed(let transfer, let count): check(transfer.easy) { $0.consumed(count) }
        case .steer(let transfer): steer(transfer)
        case .resolved(let answer): resolved(answer)
        case .limit(let bandwidth):
            let held = download.release() + upload.release()
            download = Throttle(bytesPerSecond: bandwidth.download)
            upload = Throttle(bytesPerSecond: bandwidth.upload)
            for easy in held { check(easy) { $0.goOn() } }
        case .stop: isStopped = true
        }
    }

    // MARK: Beginning

    /// Opens the file of a transfer first, on the disk's thread, which does its work in order: what a
    /// transfer that was cancelled before has left is there by then.
    private func begin(_ transfer: CurlTransfer) {
        guard transfer.state == .starting else { return }
        guard case .file(let target) = transfer.plan.sink else { return admit(transfer) }
        disk.scheduler.schedule { [inbox] in
            let file = FileSink(
                target, of: transfer.plan.url, hash: SHA256Digest.hexadecimal(of:))
            let opening = Result { () throws(HTTPError) in
                try file.open()
                return FileHandover(file: file)
            }
            if !inbox.post(.opened(transfer, opening)), case .success(let handed) = opening {
                handed.file.abandon()
            }
        }
    }

    private func admit(_ transfer: CurlTransfer) {
        guard transfer.state == .starting else { return }
        transfer.state = .waiting
        let priority = transfer.plan.options.priority ?? .normal
        if slots.enter(transfer, transfer.plan.url.origin, priority) { launch(transfer) }
    }

    /// Takes the file of a transfer, which may have ended while the file was being opened.
    private func opened(_ transfer: CurlTransfer, _ opening: Result<FileHandover, HTTPError>) {
        switch opening {
        case .success(let handed) where transfer.state == .ended: abandon(handed)
        case .success(let handed):
            transfer.file = handed.file
            admit(transfer)
        case .failure(let error) where transfer.state != .ended: report(transfer, .failure(error))
        case .failure: break
        }
    }

    /// Begins a transfer that has a slot.
    private func launch(_ transfer: CurlTransfer) {
        let plan = transfer.plan
        var addresses: [String]?
        if plan.needsResolver {
            switch nameCache.look(up: plan.peer.host, for: transfer, within: plan.connectTimeout) {
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
            let reason = "libcurl begins no transfer: \(String(cString: curl_multi_strerror(code)))"
            return end(transfer, .failure(HTTPError(.transportFailed, reason)))
        }
        transfer.easy = easy
        transfer.state = .running
        easy.place = running.count
        running.append(easy)
        if nextWatch == nil { nextWatch = .monotonicNow.advanced(by: Self.watchInterval) }
    }

    private func awaitName(_ transfer: CurlTransfer) {
        transfer.state = .resolving
        transfer.resolvingSince = .now
    }

    private func resolved(_ answer: NameResolver.Answer) {
        for transfer in nameCache.store(answer) where transfer.state == .resolving {
            transfer.state = .waiting
            if let since = transfer.resolvingSince { transfer.resolvedAfter = .now - since }
            if let failure = answer.failure {
                end(transfer, .failure(unresolved(transfer, .nameNotResolved, ": \(failure)")))
            } else {
                launch(transfer)
            }
        }
    }

    private func expireNames() {
        for transfer in nameCache.expired() where transfer.state == .resolving {
            end(transfer, .failure(unresolved(transfer, .connectTimedOut, " in time")))
        }
    }

    private func unresolved(
        _ transfer: CurlTransfer, _ code: HTTPError.Code, _ how: String
    ) -> HTTPError {
        let isProxy = transfer.plan.proxy != nil
        return HTTPError(
            isProxy ? .proxyFailed : code,
            "the \(isProxy ? "proxy" : "host")'s name was not resolved\(how)", phase: .resolving)
    }

    // MARK: Ending

    /// Takes a transfer's end from the library.
    private func finish(_ easy: CurlEasy, _ result: CURLcode) {
        guard let transfer = easy.transfer else { return }
        let outcome = easy.outcome(result)
        // Another attempt is to find out whether the host is elsewhere by now.
        if result != CURLE_OK, easy.phase == .connecting {
            nameCache.forget(transfer.plan.peer.host)
        }
        detach(easy, from: transfer)
        end(transfer, outcome)
    }

    /// Ends a transfer that holds a slot, and lets the next one in.
    private func end(_ transfer: CurlTransfer, _ outcome: consuming Result<HTTPResponse, HTTPError>)
    {
        giveBack(transfer)
        guard let file = transfer.file else { return report(transfer, outcome) }
        transfer.file = nil
        closeFile(FileHandover(file: file), of: transfer, outcome)
    }

    private func giveBack(_ transfer: CurlTransfer) {
        transfer.state = .ended
        slots.leave(transfer.plan.url.origin)
        // One that ends before it runs comes here again: it must not let the next in within itself.
        guard !isLettingIn else { return }
        isLettingIn = true
        defer { isLettingIn = false }
        while let next = slots.next() {
            if next.state == .ended {
                goneCount -= 1
                slots.leave(next.plan.url.origin)
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

    /// Finishes or abandons a file on the disk's thread: flushing may take long, and the loop must not stand.
    private func closeFile(
        _ handed: FileHandover, of transfer: CurlTransfer,
        _ outcome: Result<HTTPResponse, HTTPError>
    ) {
        disk.scheduler.schedule { [deliveries] in
            let finished = handed.finish(transfer.plan, outcome)
            var batch = [Deliveries.Delivery(transfer, transfer.ended(finished))]
            deliveries.send(&batch)
        }
    }

    private func cancel(_ transfer: CurlTransfer) {
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
        case .resolving: giveBack(transfer)
        case .running:
            if let easy = transfer.easy { detach(easy, from: transfer) }
            giveBack(transfer)
        }
        guard let file = transfer.file else { return }
        transfer.file = nil
        abandon(FileHandover(file: file))
    }

    private func abandon(_ handed: FileHandover) {
        disk.scheduler.schedule { handed.file.abandon() }
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

    /// Takes a handle out of the running ones, in constant time.
    private func remove(_ easy: CurlEasy) {
        let last = running.removeLast()
        guard last !== easy else { return }
        running[easy.place] = last
        last.place = easy.place
    }

    private func close() {
        for case .opened(_, .success(let handed)) in inbox.close() { abandon(handed) }
        for easy in running {
            curl_multi_remove_handle(UnsafeMutableRawPointer(multi), easy.handle)
            easy.transfer?.easy = nil
            easy.reset()
        }
        running = []
        idle = []
        curl_multi_cleanup(UnsafeMutableRawPointer(multi))
        names.stop()
        disk.shutDown()
    }

    // MARK: Steering

    /// Does what the transfer's control wants now.
    private func steer(_ transfer: CurlTransfer) {
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
    private func check(_ easy: CurlEasy?, _ change: (CurlEasy) -> CURLcode) {
        guard let easy else { return }
        let code = change(easy)
        if code != CURLE_OK { finish(easy, code) }
    }

    /// Lets transfers go on that the bandwidth's limit has held back.
    private func letThrottledGoOn() {
        guard download.isHolding || upload.isHolding else { return }
        for throttle in [download, upload] where throttle.wait == .zero {
            for easy in throttle.release() { check(easy) { $0.goOn() } }
        }
    }

    // MARK: Callbacks; they take notes

    // unsafe, Unmanaged, _withUnsafeGuaranteedRef: the loop ends its handles before it goes
    /// What libcurl hands to the callbacks; the thread keeps the loop for as long as there is a multi handle.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` with the loop behind a context, without a change of its reference count.
    @inline(__always)
    static func with<Result>(
        _ context: UnsafeMutableRawPointer, _ body: (CurlLoop) -> Result
    ) -> Result {
        Unmanaged<CurlLoop>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    /// Says that a response has begun to come, whose end is near if it is small.
    func announce() {
        if running.count == 1 { deliveries.announce() }
    }

    /// Hands an event of a running transfer over with the next batch.
    func emit(_ event: CurlTransfer.Event, of transfer: CurlTransfer) {
        batch.append((transfer, event))
    }

    /// Has the disk's thread note how far a download is.
    func write(_ checkpoint: FileCheckpoint) {
        disk.scheduler.schedule { checkpoint.write() }
    }

    func setAlarm(_ milliseconds: Int) {
        switch milliseconds {
        case ..<0: alarm = nil
        case 0: alarm = SchedulerInstant(nanoseconds: 0)
        default: alarm = .monotonicNow.advanced(by: .milliseconds(milliseconds))
        }
    }

    func watch(_ socket: curl_socket_t, for interest: SocketInterest) {
        poller.watch(socket, for: interest)
    }

    /// Opens a socket that no child process inherits; -1 when the system has none left.
    func open(_ family: Int32, _ type: Int32, _ protocol: Int32) -> curl_socket_t {
        let opened = ccs_socket(family, type, `protocol`)
        if opened >= 0 { poller.opened(opened) }
        return opened
    }

    func close(_ socket: curl_socket_t) -> Int32 {
        poller.closing(socket)
        return Foundation.close(socket)
    }
}
