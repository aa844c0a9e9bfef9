import CCurl
import CCurlShim
import Foundation
import HTTPGateway
import Scheduling

/// The I/O thread: drives the multi handle, executes commands and delivers results.
///
/// The loop passes the ready sockets to libcurl (`curl_multi_socket_action`). If libcurl had to
/// check all sockets in every round, each would cost a system call. The callbacks for sockets and
/// timers only record what happened, because an error in one would end all transfers. No function
/// of libcurl is called from within one of its callbacks.
///
/// `CurlTransferState` decides on the course of a transfer. Extensions in separate files take its
/// actions, one file for each responsibility: admission, names, files, handles, control, callbacks.
final class CurlLoop: @unchecked Sendable {  // the I/O thread alone uses what is not `let`
    let multi: OpaquePointer
    let commandQueue: CommandQueue
    let poller: SystemPoller
    let deliveryQueue: DeliveryQueue
    let files = FileWorker()
    let names: NameResolver

    // unsafe, @exclusivity(unchecked): one thread uses the object, so accesses cannot overlap
    // Only the I/O thread uses the object: exclusivity checks would cost every request.
    @exclusivity(unchecked) var slots: ConnectionSlots<CurlTransfer>
    @exclusivity(unchecked) var handles: HandlePool
    @exclusivity(unchecked) var batch: [DeliveryQueue.Delivery] = []
    @exclusivity(unchecked) private var ready: [ReadySocket] = []
    /// The next timeout of libcurl; `nil` if there is none.
    @exclusivity(unchecked) var alarm: SchedulerInstant?
    /// The time of the next stall check; `nil` while no transfer runs.
    @exclusivity(unchecked) var nextWatch: SchedulerInstant?
    @exclusivity(unchecked) var nameCache = NameCache<CurlTransfer>()
    @exclusivity(unchecked) var download: Throttle
    @exclusivity(unchecked) var upload: Throttle
    @exclusivity(unchecked) var isAdmitting = false
    @exclusivity(unchecked) private var isStopped = false
    @exclusivity(unchecked) private var spinLimit = CurlLoop.longestSpin

    private static let longestSpin = 64
    private static let shortestSpin = 16
    private static let spinWhileBusy = 4
    static let watchInterval = Duration.milliseconds(500)

    init(
        limits: CurlLimits, deliveringOn scheduler: any Scheduler,
        lookUp: @escaping @Sendable (String) -> NameResolver.Answer
    ) {
        precondition(Self.isLibraryReady, "cannot initialise libcurl")
        guard let multi = curl_multi_init() else {
            preconditionFailure("libcurl cannot allocate a multi handle")
        }
        self.multi = OpaquePointer(multi)
        ccs_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limits.connections)
        let notifier = EventNotifier()
        let commandQueue = CommandQueue(notifier: notifier)
        self.commandQueue = commandQueue
        poller = SystemPoller(notifier: notifier)
        deliveryQueue = DeliveryQueue(on: scheduler)
        names = NameResolver(lookUp: lookUp) { commandQueue.post(.resolved($0)) }
        slots = ConnectionSlots(limit: limits.connections, perOrigin: limits.connectionsPerOrigin)
        download = Throttle(bytesPerSecond: limits.bandwidth.download)
        upload = Throttle(bytesPerSecond: limits.bandwidth.upload)
        handles = HandlePool(idleLimit: limits.connections)
        ccs_multi_set_loop_callbacks(multi, Self.callbacks, context)
        SystemThread.start("gateway.io") { [self] in run() }
    }

    static let isLibraryReady = ccs_global_init()

    // MARK: Calls from other threads

    /// Queues a command for the I/O thread; callable from any thread.
    func post(_ command: LoopCommand) {
        commandQueue.post(command)
    }

    /// Starts a transfer.
    func start(_ transfer: CurlTransfer) {
        commandQueue.post(.start(transfer))
    }

    /// Ends the thread and all transfers.
    func stop() {
        commandQueue.post(.stop)
    }

    // MARK: The I/O thread

    private func run() {
        ccs_open_pool()
        defer { ccs_close_pool() }
        var commands: [LoopCommand] = []
        while !isStopped {
            commandQueue.take(into: &commands)
            for command in commands { execute(command) }
            commands.removeAll(keepingCapacity: true)
            resumeThrottled()
            drive()
            let hasDelivered = !batch.isEmpty
            deliveryQueue.send(&batch)
            if !isStopped, !(hasDelivered && spinForCommand()) || !handles.running.isEmpty {
                sleep()
            }
        }
        close()
    }

    /// Polls for a command after a delivery, which is often the next request; `false` without one.
    ///
    /// To yield the processor a few times takes less time than to block and be woken. After a poll
    /// without result, the next one is shorter. While transfers are under way, the poll is short,
    /// since their sockets may be ready.
    private func spinForCommand() -> Bool {
        let isBusy = !handles.running.isEmpty
        for _ in 0..<(isBusy ? min(spinLimit, Self.spinWhileBusy) : spinLimit) {
            if commandQueue.hasCommands {
                spinLimit = min(spinLimit * 2, Self.longestSpin)
                return true
            }
            sched_yield()
        }
        spinLimit = max(Self.shortestSpin, spinLimit / 2)
        return false
    }

    /// Blocks until an event occurs; if commands are queued already, it only checks the sockets.
    private func sleep() {
        poller.wait(milliseconds: commandQueue.maySleep() ? longestSleep : 0, into: &ready)
    }

    /// The longest time to block, in milliseconds; -1 for no limit.
    private var longestSleep: Int32 {
        let waits = [
            [alarm, nextWatch].compactMap(\.self).min().map {
                SchedulerInstant.monotonicNow.duration(to: $0)
            },
            download.wait, upload.wait,
            nameCache.isWaiting ? .milliseconds(100) : nil,
        ]
        guard let wait = waits.compactMap(\.self).min() else { return -1 }
        // A fraction of a millisecond is rounded up.
        return wait > .zero ? Int32(clamping: wait.milliseconds + 1) : 0
    }

    /// Makes libcurl handle ready sockets and expired timeouts, and collects the ended transfers.
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

    /// Ends the stalled transfers.
    private func watchTransfers() {
        let now = SchedulerInstant.monotonicNow
        for easy in handles.running where easy.hasToEnd(at: now) {
            finish(easy, CURLE_OPERATION_TIMEDOUT)
        }
        nextWatch = handles.running.isEmpty ? nil : now.advanced(by: Self.watchInterval)
    }

    private func act(_ socket: curl_socket_t, _ events: Int32) {
        var active: Int32 = 0
        curl_multi_socket_action(UnsafeMutableRawPointer(multi), socket, events, &active)
    }

    private func execute(_ command: LoopCommand) {
        switch command {
        case .start(let transfer): begin(transfer)
        case .opened(let transfer, let opening): opened(transfer, opening)
        case .cancel(let transfer): cancel(transfer)
        case .consumed(let transfer, let count): check(transfer.easy) { $0.consumed(count) }
        case .applyControl(let transfer): applyControl(transfer)
        case .resolved(let answer): resolved(answer)
        case .limit(let bandwidth):
            let held = download.release() + upload.release()
            download = Throttle(bytesPerSecond: bandwidth.download)
            upload = Throttle(bytesPerSecond: bandwidth.upload)
            for easy in held { check(easy) { $0.resume() } }
        case .stop: isStopped = true
        }
    }

    private func close() {
        commandQueue.close()
        for easy in handles.removeAll() {
            curl_multi_remove_handle(UnsafeMutableRawPointer(multi), easy.handle)
            easy.transfer?.easy = nil
            easy.reset()
        }
        curl_multi_cleanup(UnsafeMutableRawPointer(multi))
        names.stop()
        files.shutDown()
    }
}
