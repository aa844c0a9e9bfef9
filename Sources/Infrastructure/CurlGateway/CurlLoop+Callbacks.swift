import CCurl
import CCurlShim
import Foundation
import HTTPGateway
import Scheduling

// What libcurl calls, and what a running handle tells; they take notes.
extension CurlLoop {
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
        files.write(checkpoint)
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
