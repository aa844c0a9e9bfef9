import CCurl
import CCurlShim
import Foundation
import HTTPGateway
import Scheduling

// The callbacks of libcurl and the events of running handles. They only record what happened.
extension CurlLoop {
    // unsafe, Unmanaged, _withUnsafeGuaranteedRef: the loop frees its handles before it ends
    /// The context of the callbacks; the thread retains the loop while the multi handle exists.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` with the loop behind a context, without changing its reference count.
    @inline(__always)
    static func with<Result>(
        _ context: UnsafeMutableRawPointer, _ body: (CurlLoop) -> Result
    ) -> Result {
        Unmanaged<CurlLoop>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    /// The callbacks of libcurl for sockets and timers; each finds the loop by its context.
    ///
    /// They run inside calls of the multi handle's functions.
    static let callbacks = ccs_loop_callbacks(
        watch: { _, socket, wanted, context, _ in
            if let context {
                // The intersection turns libcurl's "remove" into no interest.
                let interest = SocketInterest(rawValue: UInt8(wanted))
                    .intersection([.readable, .writable])
                CurlLoop.with(context) { $0.watch(socket, for: interest) }
            }
            return 0
        },
        timer: { _, milliseconds, context in
            if let context { CurlLoop.with(context) { $0.setAlarm(milliseconds) } }
            return 0
        },
        open: { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return CurlLoop.with(context) {
                $0.open(
                    address.pointee.family, address.pointee.socktype, address.pointee.protocol)
            }
        },
        close: { context, socket in
            guard let context else { return -1 }
            return CurlLoop.with(context) { $0.close(socket) }
        })

    /// Announces a response that has begun; if it is small, its end follows soon.
    func announce() {
        if handles.running.count == 1 { deliveryQueue.announce() }
    }

    /// Queues an event of a running transfer for the next batch.
    func emit(_ event: CurlTransfer.Event, of transfer: CurlTransfer) {
        batch.append((transfer, event))
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

    /// Opens a socket that no child process inherits; -1 if the system has none left.
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
