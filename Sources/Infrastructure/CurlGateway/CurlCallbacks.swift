import CCurl
import CCurlShim

/// The callbacks of libcurl: each finds its object and forwards the call.
///
/// They run inside calls of the multi handle's functions.
enum CurlCallbacks {
    /// The callbacks of the loop; the context is the loop.
    static let ofLoop = ccs_loop_callbacks(
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

    /// The callbacks of a transfer; the context is its `CurlEasy`.
    static let ofEasy = ccs_callbacks(
        header: { bytes, size, count, context in
            guard let context else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlEasy.with(context) { $0.receiveHeader(line) } ? line.count : 0
        },
        write: { bytes, size, count, context in
            guard let context else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlEasy.with(context) { $0.receiveBody(bytes) }
        },
        read: { bytes, size, count, context in
            guard let context else { return CurlSettings.readAbort }
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return CurlEasy.with(context) { $0.produceBody(into: buffer) }
        },
        seek: { context, offset, origin in
            guard let context, offset == 0, origin == 0, CurlEasy.with(context, { $0.rewind() })
            else {
                return CURL_SEEKFUNC_FAIL
            }
            return CURL_SEEKFUNC_OK
        },
        progress: { context, toReceive, received, _, sent in
            if let context {
                CurlEasy.with(context) {
                    $0.progress(Int64(sent), Int64(received), Int64(toReceive))
                }
            }
            return 0
        },
        beforeRequest: { context, _, _, _, _ in
            guard let context, CurlEasy.with(context, { $0.maySend() }) else {
                return CURL_PREREQFUNC_ABORT
            }
            return CURL_PREREQFUNC_OK
        })
}
