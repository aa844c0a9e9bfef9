import CCurl
import CCurlShim
import HTTPGateway

/// The settings of an easy handle; sets only those that differ from the previous transfer.
struct CurlSettings {
    static let writeError = Int(CURL_WRITEFUNC_ERROR)
    static let writePause = Int(CURL_WRITEFUNC_PAUSE)
    static let readAbort = Int(CURL_READFUNC_ABORT)
    static let readPause = Int(CURL_READFUNC_PAUSE)

    private enum Shape: Equatable {
        case get, head
        case custom(String)
        case upload(String, Int64)
    }

    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var options: HTTPOptions?
    private var acceptsCompression = false
    private var bufferSize = 0
    private var connectTimeout = 0
    /// The length of the previous transfer's body, in bytes.
    var lastBodyLength: Int64 = 0
    private var shape: Shape?
    /// The parsed address: libcurl would parse a string again for every transfer.
    private let parts = curl_url()
    private var url: String?
    private var headers: [UInt8]?
    private var sends = false
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var addressList: UnsafeMutablePointer<curl_slist>?
    private var bandwidth = HTTPBandwidth()

    /// libcurl's message about the last failure.
    var detail: String { String(cString: message) }

    func free() {
        curl_slist_free_all(headerList)
        curl_slist_free_all(addressList)
        curl_url_cleanup(parts)
        message.deallocate()
    }

    /// Sets the options that never change.
    func setUp(_ handle: UnsafeMutableRawPointer) {
        message.pointee = 0
        ccs_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
        ccs_set_pointer(handle, CURLOPT_CURLU, parts.map { UnsafeMutableRawPointer($0) })
        ccs_set_long(handle, CURLOPT_NOSIGNAL, 1)
        ccs_set_long(handle, CURLOPT_NOPROGRESS, 1)
        ccs_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        for option in [CURLOPT_PROTOCOLS_STR, CURLOPT_REDIR_PROTOCOLS_STR] {
            precondition(
                ccs_set_string(handle, option, "http,https") == CURLE_OK,
                "libcurl rejects the protocol list: use 7.85 or later, with http and https")
        }
        ccs_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        ccs_set_long(handle, CURLOPT_NETRC, 0)
        ccs_set_long(handle, CURLOPT_MAXLIFETIME_CONN, 600)
        // The system notices after 75 s that a silent peer is gone: it asks nine times (Linux's
        // number, as libcurl has no option for it before 8.9), first after 30 s, then each 5 s.
        ccs_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        ccs_set_long(handle, CURLOPT_TCP_KEEPIDLE, 30)
        ccs_set_long(handle, CURLOPT_TCP_KEEPINTVL, 5)
        ccs_set_long(handle, CURLOPT_DNS_CACHE_TIMEOUT, 120)
    }

    /// Sets all options of a transfer.
    mutating func apply(
        _ plan: TransferPlan, headers: HTTPHeaders, bodyLength: Int64?, addresses: [String]?,
        resolvedAfter: Duration, to handle: UnsafeMutableRawPointer
    ) throws(HTTPError) {
        message.pointee = 0
        // A value is cleared before it is set: after a failure, the next transfer must set it
        // again.
        if options == nil || options?.identity != plan.options.identity {
            options = nil
            try apply(plan.options, to: handle)
            options = plan.options
        }
        setConnectTimeout(plan.connectTimeout - resolvedAfter, handle)
        setBuffer(plan, handle)
        setCompression(plan, handle)
        setShape(plan, bodyLength, handle)
        if url != plan.url.string {
            url = nil
            // The path is unchanged, so that the requested address equals the one in logs and
            // resume notes.
            let flags = UInt32(CURLU_PATH_AS_IS)
            guard curl_url_set(parts, CURLUPART_URL, plan.url.string, flags) == CURLUE_OK else {
                throw HTTPError(.invalidURL, "libcurl rejects the address")
            }
            url = plan.url.string
        }
        setHeaders(headers, sending: bodyLength != nil, handle)
        setAddresses(addresses, of: plan, handle)
    }

    mutating func apply(_ bandwidth: HTTPBandwidth, to handle: UnsafeMutableRawPointer) {
        guard bandwidth != self.bandwidth else { return }
        self.bandwidth = bandwidth
        ccs_set_offset(handle, CURLOPT_MAX_RECV_SPEED_LARGE, Self.speed(of: bandwidth.download))
        ccs_set_offset(handle, CURLOPT_MAX_SEND_SPEED_LARGE, Self.speed(of: bandwidth.upload))
    }

    /// Returns libcurl's value for a limit, which is 0 for an unlimited speed.
    static func speed(of limit: Int64?) -> Int64 { limit.map { max(1, $0) } ?? 0 }

    private func apply(_ options: HTTPOptions, to handle: UnsafeMutableRawPointer) throws(HTTPError)
    {
        ccs_set_long(handle, CURLOPT_NOPROGRESS, options.progressInterval == nil ? 1 : 0)
        let library = LibcurlVersion(number: ccs_version().pointee.version_num)
        ccs_set_long(handle, CURLOPT_HTTP_VERSION, library.protocols(for: options.version))
        try apply(options.proxy, to: handle)
        try apply(options.tls ?? TLSTrust(), to: handle)
    }

    private func apply(_ proxy: HTTPProxy?, to handle: UnsafeMutableRawPointer) throws(HTTPError) {
        // The empty string prevents libcurl from reading the proxy from the environment.
        let address = try proxy?.origin().description ?? ""
        guard ccs_set_string(handle, CURLOPT_PROXY, address) == CURLE_OK else {
            throw HTTPError(.invalidRequest, "libcurl rejects the proxy's address")
        }
        ccs_set_string(handle, CURLOPT_NOPROXY, "")
        ccs_set_string(handle, CURLOPT_PROXYUSERNAME, proxy?.user)
        ccs_set_string(handle, CURLOPT_PROXYPASSWORD, proxy?.password?.text)
    }

    private func apply(_ trust: TLSTrust, to handle: UnsafeMutableRawPointer) throws(HTTPError) {
        let verifies = trust.roots != .anyOnLoopback
        // A certificate that is trusted itself proves the server by its key, and not by a name.
        let checksName = if case .certificate = trust.roots { false } else { verifies }
        ccs_set_long(handle, CURLOPT_SSL_VERIFYPEER, verifies ? 1 : 0)
        ccs_set_long(handle, CURLOPT_SSL_VERIFYHOST, checksName ? 2 : 0)
        ccs_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try TrustStore.of(trust.roots).set(on: handle)
        let pins = trust.pinnedKeys.map { "sha256//\($0)" }.joined(separator: ";")
        guard ccs_set_string(handle, CURLOPT_PINNEDPUBLICKEY, pins.isEmpty ? nil : pins) == CURLE_OK
        else {
            throw HTTPError(.invalidRequest, "libcurl does not support pinned keys")
        }
    }

    /// Sets the rest of the connect timeout.
    ///
    /// libcurl counts from the moment when it has the address; the time of resolving is part of the
    /// timeout.
    private mutating func setConnectTimeout(
        _ timeout: Duration, _ handle: UnsafeMutableRawPointer
    ) {
        let wanted = max(1, timeout.milliseconds)
        guard wanted != connectTimeout else { return }
        connectTimeout = wanted
        ccs_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, wanted)
    }

    /// Sets the size of libcurl's receive buffer.
    ///
    /// libcurl allocates the buffer again for each transfer, so a large one is worth its cost only
    /// for a large body. A body in memory is expected to be large if the previous one was. The
    /// decompressed contents of a whole buffer must fit into what libcurl keeps of a paused
    /// transfer (64 MiB).
    private mutating func setBuffer(_ plan: TransferPlan, _ handle: UnsafeMutableRawPointer) {
        let isLarge =
            if case .memory = plan.destination { lastBodyLength > 128 << 10 } else {
                !plan.acceptsCompression
            }
        let wanted = isLarge ? 128 << 10 : 16 << 10
        guard wanted != bufferSize else { return }
        bufferSize = wanted
        ccs_set_long(handle, CURLOPT_BUFFERSIZE, wanted)
    }

    private mutating func setCompression(_ plan: TransferPlan, _ handle: UnsafeMutableRawPointer) {
        let accepts = plan.acceptsCompression
        guard accepts != acceptsCompression else { return }
        acceptsCompression = accepts
        // The empty string requests every encoding that libcurl supports.
        ccs_set_string(handle, CURLOPT_ACCEPT_ENCODING, accepts ? "" : nil)
    }

    private mutating func setShape(
        _ plan: TransferPlan, _ bodyLength: Int64?, _ handle: UnsafeMutableRawPointer
    ) {
        let method = plan.method
        let wanted: Shape =
            if let bodyLength { .upload(method.name, bodyLength) } else if method == .get {
                .get
            } else if method == .head {
                .head
            } else if method == .post || method == .put || method == .patch {
                .upload(method.name, 0)
            } else {
                .custom(method.name)
            }
        guard wanted != shape else { return }
        shape = wanted
        ccs_set_long(handle, CURLOPT_HTTPGET, 1)
        switch wanted {
        case .get: ccs_set_string(handle, CURLOPT_CUSTOMREQUEST, nil)
        case .head:
            ccs_set_string(handle, CURLOPT_CUSTOMREQUEST, nil)
            ccs_set_long(handle, CURLOPT_NOBODY, 1)
        case .custom(let name): ccs_set_string(handle, CURLOPT_CUSTOMREQUEST, name)
        case .upload(let name, let length):
            ccs_set_long(handle, CURLOPT_UPLOAD, 1)
            ccs_set_offset(handle, CURLOPT_INFILESIZE_LARGE, length)
            ccs_set_string(handle, CURLOPT_CUSTOMREQUEST, name)
        }
    }

    private mutating func setHeaders(
        _ headers: HTTPHeaders, sending: Bool, _ handle: UnsafeMutableRawPointer
    ) {
        guard self.headers != headers.block || sends != sending else { return }
        self.headers = headers.block
        sends = sending
        // The gateway does not wait for "100 Continue": a server that rejects a body states it in
        // its response.
        var list = sending ? curl_slist_append(nil, "Expect:") : nil
        for line in headers.lines {
            let name = String(decoding: line.name, as: UTF8.self)
            let value = String(decoding: line.value, as: UTF8.self)
            // libcurl reads "Name:" as a request to leave the field out.
            list = curl_slist_append(list, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        ccs_set_list(handle, CURLOPT_HTTPHEADER, list)
        curl_slist_free_all(headerList)
        headerList = list
    }

    private mutating func setAddresses(
        _ addresses: [String]?, of plan: TransferPlan, _ handle: UnsafeMutableRawPointer
    ) {
        guard addresses != nil || addressList != nil else { return }
        let peer = plan.peer
        let list = addresses.map {
            curl_slist_append(nil, "+\(peer.host):\(peer.port):\($0.joined(separator: ","))")
        }
        ccs_set_list(handle, CURLOPT_RESOLVE, list ?? nil)
        curl_slist_free_all(addressList)
        addressList = list ?? nil
    }
}

extension Duration {
    /// The whole milliseconds, limited to 0 and `Int32.max`.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1_000 else { return Int(Int32.max) }
        return max(0, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
