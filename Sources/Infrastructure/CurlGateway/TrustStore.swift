import CCurl
import CCurlShim
import HTTPGateway

/// The certificate authorities that a handle trusts; libcurl combines its three sources of them.
struct TrustStore: Equatable {
    /// The path of a file of certificates.
    var file: String?
    /// The path of a folder of certificates that are named by their hashes.
    var folder: String?
    /// The certificates themselves, in PEM format.
    var pem: [UInt8]?

    /// The defaults that libcurl was built with.
    static let system = TrustStore(
        file: ccs_version().pointee.cainfo.map { String(cString: $0) },
        folder: ccs_version().pointee.capath.map { String(cString: $0) })

    /// Returns exactly the authorities that `roots` names.
    static func of(_ roots: TLSTrust.Roots) -> TrustStore {
        switch roots {
        case .system, .anyOnLoopback: system
        case .file(let path): TrustStore(file: path)
        case .pem(let bytes), .certificate(let bytes): TrustStore(pem: bytes)
        }
    }

    /// Sets all three sources, since an unset one could be the system's or the previous transfer's.
    func set(on handle: UnsafeMutableRawPointer) throws(HTTPError) {
        if let pem, pem.isEmpty {
            throw HTTPError(.invalidRequest, "the list of trusted roots is empty")
        }
        let blob = (pem ?? []).withUnsafeBytes {
            ccs_set_blob(handle, CURLOPT_CAINFO_BLOB, pem == nil ? nil : $0.baseAddress, $0.count)
        }
        let codes = [
            (pem != nil, blob),
            (file != nil, ccs_set_string(handle, CURLOPT_CAINFO, file)),
            (folder != nil, ccs_set_string(handle, CURLOPT_CAPATH, folder)),
        ]
        // A source that libcurl was built without need not be reset.
        guard codes.allSatisfy({ isMeant, code in !isMeant || code == CURLE_OK }) else {
            throw HTTPError(.invalidRequest, "libcurl rejects the trusted roots")
        }
    }
}
