import CCurl
import CCurlShim
public import HTTPGateway

/// Reads the certificate of a server by a connection that sends no request.
public enum CertificateReader {
    private static let seconds = 15

    /// Connects to the server at `url`, and returns whether it is trusted; blocks for up to 30 s.
    ///
    /// A server that is not trusted is connected to again, without a check, for its certificate.
    /// Neither connection uses a proxy.
    public static func examine(_ url: HTTPURL, trusting roots: TLSTrust.Roots) -> ServerTrust {
        guard url.origin.isSecure, CurlLoop.isLibraryReady, let first = connect(to: url, roots)
        else { return .unknown }
        if first.code == CURLE_OK { return .trusted }
        let error = CurlFailure.error(
            LibcurlResult(code: Int(first.code.rawValue)), phase: .securing, detail: first.detail)
        guard error.code == .certificateRejected,
            let certificate = connect(to: url, nil)?.certificate
        else { return .unknown }
        return .untrusted(certificate: certificate, reason: error.reason)
    }

    private typealias Connection = (code: CURLcode, detail: String, certificate: String?)

    /// Makes a connection that is checked against `roots`, or not at all.
    private static func connect(to url: HTTPURL, _ roots: TLSTrust.Roots?) -> Connection? {
        guard let handle = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(handle) }
        var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        return message.withUnsafeMutableBufferPointer { message in
            ccs_set_pointer(handle, CURLOPT_ERRORBUFFER, message.baseAddress)
            ccs_set_string(handle, CURLOPT_URL, "\(url.origin)/")
            ccs_set_string(handle, CURLOPT_PROXY, "")
            ccs_set_long(handle, CURLOPT_NOSIGNAL, 1)
            ccs_set_long(handle, CURLOPT_CONNECT_ONLY, 1)
            ccs_set_long(handle, CURLOPT_CERTINFO, 1)
            ccs_set_long(handle, CURLOPT_CONNECTTIMEOUT, seconds)
            ccs_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            if let roots {
                guard (try? TrustStore.of(roots).set(on: handle)) != nil else { return nil }
            } else {
                ccs_set_long(handle, CURLOPT_SSL_VERIFYPEER, 0)
                ccs_set_long(handle, CURLOPT_SSL_VERIFYHOST, 0)
            }
            let code = curl_easy_perform(handle)
            return (
                code, message.baseAddress.map { String(cString: $0) } ?? "",
                ccs_certificate(handle).map { String(cString: $0) }
            )
        }
    }
}
