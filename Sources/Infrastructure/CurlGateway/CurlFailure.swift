import CCurl
import CCurlShim
import HTTPGateway

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The meanings of libcurl's result codes.
///
/// Each code with a meaning of its own is listed here; the tests check all codes.
enum CurlFailure {
    /// `CURLE_TOO_LARGE` of libcurl 8.6.0 and later: data beyond a limit of libcurl.
    ///
    /// Earlier headers do not have the name.
    static let tooLarge = CURLcode(rawValue: 100)

    /// Returns the error for a result, with libcurl's own message about it if there is one.
    ///
    /// - Parameter systemError: the `errno` of the connection that failed; 0 if there is none.
    static func error(
        _ result: LibcurlResult, phase: HTTPError.Phase, detail: String = "", systemError: Int32 = 0
    ) -> HTTPError {
        if result.libcurl == CURLE_COULDNT_CONNECT, systemError == ECONNREFUSED {
            let reason = "connection refused" + (detail.isEmpty ? "" : ": \(detail)")
            return HTTPError(.connectionRefused, reason, phase: .connecting, cause: result)
        }
        let (meaning, place) = meaning(of: result.libcurl, phase: phase)
        let reason = detail.isEmpty ? String(cString: curl_easy_strerror(result.libcurl)) : detail
        return HTTPError(meaning, reason, phase: place, cause: result)
    }

    private static func meaning(
        of code: CURLcode, phase: HTTPError.Phase
    ) -> (HTTPError.Code, HTTPError.Phase) {
        switch code {
        case CURLE_URL_MALFORMAT: (.invalidURL, .preparing)
        case CURLE_COULDNT_RESOLVE_HOST: (.nameNotResolved, .resolving)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: (.proxyFailed, .connecting)
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: (.connectFailed, .connecting)
        case CURLE_OPERATION_TIMEDOUT:
            phase.isBeforeSending ? (.connectTimedOut, .connecting) : (.stalled, phase)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CLIENTCERT:
            (.tlsFailed, .securing)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS:
            (.certificateRejected, .securing)
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE: (.invalidRequest, .preparing)
        case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_UPLOAD_FAILED: (.sendFailed, .sending)
        case CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK: (.bodyFailed, .sending)
        case CURLE_RECV_ERROR: (.connectionLost, phase.isBeforeSending ? .securing : phase)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3, CURLE_QUIC_CONNECT_ERROR:
            (.connectionLost, phase)
        case CURLE_GOT_NOTHING: (.emptyResponse, .awaiting)
        case CURLE_PARTIAL_FILE: (.truncatedBody, .receiving)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_RANGE_ERROR,
            CURLE_HTTP_RETURNED_ERROR, CURLE_CHUNK_FAILED:
            (.malformedResponse, .receiving)
        case CURLE_BAD_CONTENT_ENCODING: (.badEncoding, .receiving)
        case CURLE_FILESIZE_EXCEEDED: (.bodyTooLarge, .receiving)
        case CURLE_TOO_MANY_REDIRECTS: (.tooManyRedirects, .handling)
        case CURLE_REMOTE_ACCESS_DENIED, CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR:
            (.proxyFailed, .connecting)
        case CURLE_FILE_COULDNT_READ_FILE: (.fileFailed, .sending)
        default: (.transportFailed, phase)
        }
    }
}

// not a BoundaryError: the cause of one
/// The result code of libcurl, as the cause of an error.
public struct LibcurlResult: Error, Hashable, CustomStringConvertible {
    /// The number that libcurl's documentation lists.
    public let code: Int

    var libcurl: CURLcode { CURLcode(rawValue: UInt32(code)) }

    /// The number and libcurl's text for it.
    public var description: String {
        "libcurl \(code), \(String(cString: curl_easy_strerror(libcurl)))"
    }
}

extension HTTPError.Phase {
    /// Whether no byte of the request can have been sent yet.
    var isBeforeSending: Bool {
        switch self {
        case .preparing, .waiting, .resolving, .connecting, .securing: true
        case .sending, .awaiting, .receiving, .handling: false
        }
    }
}
