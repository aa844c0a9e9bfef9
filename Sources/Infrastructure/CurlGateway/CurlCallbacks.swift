import CCurl
import CCurlShim

/// What libcurl calls: each finds its handle and asks it.
///
/// They run inside calls of the multi handle's functions.
enum CurlCallbacks {
    /// What the loop is told; the context is the loop.
    static let ofLoop = ccs_loop_callbacks(
        watch: { _, socket, wanted, context, _ in
            if let context {
                // What is left of "remove" is nothing.
                CurlLoop.from(context).watch(
                    socket,
                    for: SocketInterest(rawValue: UInt8(wanted)).intersection([
                        .readable, .writable,
                    ]))
            }
            return 0
        },
        timer: { _, milliseconds, context in
            if let context { CurlLoop.from(context).setAlarm(milliseconds) }
            return 0
        },
        open: { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return CurlLoop.from(context).open(
                address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        },
        close: { context, socket in
            guard let context else { return -1 }
            return CurlLoop.from(context).close(socket)
        })

    /// What a transfer is told; the context is its `CurlEasy`.
    static let ofEasy = ccs_callbacks(
        header: { bytes, size, count, context in
            guard let context else { return 0 }
            let total = size * count
            return CurlEasy.from(context).receiveHeader(
                UnsafeRawBufferPointer(start: bytes, count: total))
                ? total : 0
        },
        write: { bytes, size, count, context in
            guard let context else { return 0 }
            return CurlEasy.from(context).receiveBody(
                UnsafeRawBufferPointer(start: bytes, count: size * count))
        },
        read: { bytes, size, count, context in
            guard let context else { return CurlSettings.readAbort }
            return CurlEasy.from(context).produceBody(
                into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        },
        seek: { context, offset, origin in
            guard let context, offset == 0, origin == 0, CurlEasy.from(context).rewind() else {
                return CURL_SEEKFUNC_FAIL
            }
            return CURL_SEEKFUNC_OK
        },
        progress: { context, toReceive, received, _, sent in
            if let context {
                CurlEasy.from(context).progress(Int64(sent), Int64(received), Int64(toReceive))
            }
            return 0
        },
        beforeRequest: { context, _, _, _, _ in
            guard let context, CurlEasy.from(context).maySend() else {
                return CURL_PREREQFUNC_ABORT
            }
            return CURL_PREREQFUNC_OK
        })
}
