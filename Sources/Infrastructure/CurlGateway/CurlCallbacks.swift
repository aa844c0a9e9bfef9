import CCurl
import CCurlShim

/// What libcurl calls: each finds its handle and asks it.
///
/// They run inside `curl_multi_perform`.
enum CurlCallbacks {
    static let all = ccs_callbacks(
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
