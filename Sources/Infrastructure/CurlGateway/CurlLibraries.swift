import CCurl
import CCurlShim

/// The versions of the libraries that send the requests, for reports.
package enum CurlLibraries {
    /// The version of libcurl in use, such as `7.88.1`.
    package static var libcurl: String { text(ccs_version().pointee.version) ?? "unknown" }

    /// The TLS library of libcurl with its version, such as `OpenSSL/3.0.11`; `nil` without TLS.
    package static var tls: String? { text(ccs_version().pointee.ssl_version) }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }
    }
}
