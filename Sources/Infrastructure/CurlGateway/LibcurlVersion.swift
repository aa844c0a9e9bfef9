import CCurl
import HTTPGateway

/// The version of libcurl that the process has loaded, and its capabilities.
struct LibcurlVersion {
    /// The first version that is trusted with HTTP/2.
    ///
    /// Earlier versions report some HTTP/2 bodies without a length as complete although the server
    /// or the connection has aborted them.
    static let firstWithSafeHTTP2: UInt32 = 0x08_00_01

    /// The version as libcurl encodes it: `0x075801` is 7.88.1.
    let number: UInt32

    /// Returns the value of `CURLOPT_HTTP_VERSION` for the version that a request asks for.
    ///
    /// HTTP/2 is used over TLS only, and only if the server offers it (ALPN); else HTTP/1.1.
    func protocols(for wanted: HTTPVersion?) -> Int {
        let isHTTP2 = wanted == .http2 && number >= Self.firstWithSafeHTTP2
        return Int(isHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    }
}
