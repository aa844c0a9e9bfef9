import CCurl
import CCurlShim

extension CurlEasy {
    /// Directs the callbacks of the handle to this object, and those for sockets to the loop.
    ///
    /// - Parameter loop: the context of the loop.
    func setCallbacks(loop: UnsafeMutableRawPointer) {
        ccs_set_loop_callbacks(handle, CurlLoop.callbacks, loop)
        let context = Unmanaged.passUnretained(self).toOpaque()  // its handle is freed before it
        let code = ccs_set_callbacks(handle, Self.callbacks, context)
        precondition(
            code == CURLE_OK,
            "libcurl \(String(cString: curl_version())) lacks a callback: use 7.85 or later")
    }

    /// The callbacks of libcurl for a transfer; each finds the object by its context.
    ///
    /// They run inside calls of the multi handle's functions.
    private static let callbacks = ccs_callbacks(
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
