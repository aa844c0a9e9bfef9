import CCurl
import CCurlShim
import Foundation
import HTTPGateway
import Scheduling

/// The I/O thread: drives the multi handle, carries out commands, hands results over.
///
/// libcurl is told which socket has something (`curl_multi_socket_action`): to have it look at all of them in
/// every round costs a system call for each. Its callbacks for sockets and timers take notes only; an error in
/// one would end all transfers. No function of libcurl is called from within one of its callbacks.
/// Extensions in files of their own have what becomes of a transfer, names, steering, and the callbacks.
final class CurlLoop: @unchecked Sendable {  // what is not `let` belongs to the I/O thread
    let multi: OpaquePointer
    let inbox: Inbox
    let poller: SystemPoller
    let deliveries: Deliveries
    let files = FileWorker()
    let names: NameResolver

    // unsafe, @exclusivity(unchecked): one thread uses the object, so accesses cannot overlap
    // Only the I/O thread comes here: checking for conflicting accesses would cost every request.
    @exclusivity(unchecked) var slots: ConnectionSlots<CurlTransfer>
    @exclusivity(unchecked) var idle: [CurlEasy] = []
    @exclusivity(unchecked) var running: [CurlEasy] = []
    @exclusivity(unchecked) var batch: [Deliveries.Delivery] = []
    @exclusivity(unchecked) private var ready: [ReadySocket] = []
    /// When libcurl wants to be asked about its timeouts.
    @exclusivity(unchecked) var alarm: SchedulerInstant?
    /// When to look again whether the transfers move; `nil` while there are none.
    @exclusivity(unchecked) var nextWatch: SchedulerInstant?
    @exclusivity(unchecked) var nameCache = NameCache<CurlTransfer>()
    @exclusivity(unchecked) var download: Throttle
    @exclusivity(unchecked) var upload: Throttle
    @exclusivity(unchecked) var goneCount = 0
    @exclusivity(unchecked) var isLettingIn = false
    @exclusivity(unchecked) private var isStopped = false
    @exclusivity(unchecked) private var patience = CurlLoop.longestPatience
    let idleLimit: Int

    private static let longestPatience = 64
    private static let shortestPatience = 16
    private static let patienceWhileBusy = 4
    static let watchInterval = Duration.milliseconds(500)

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

    private func close() {
        for case .opened(_, .success(let handed)) in inbox.close() { files.abandon(handed) }
        for easy in running {
            curl_multi_remove_handle(UnsafeMutableRawPointer(multi), easy.handle)
            easy.transfer?.easy = nil
            easy.reset()
        }
        running = []
        idle = []
        curl_multi_cleanup(UnsafeMutableRawPointer(multi))
        names.stop()
        files.shutDown()
    }
}
