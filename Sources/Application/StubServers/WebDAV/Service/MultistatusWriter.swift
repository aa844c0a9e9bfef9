import Digests
import TextFormats

/// Writes multistatus answers (RFC 4918, 13).
struct MultistatusWriter {
    private let configuration: WebDAVStubConfiguration
    private let origin: String
    private let tree: DAVTree
    /// The names of the elements of the request; empty if it asks for all properties.
    private let names: Set<String>

    /// The length of a file.
    private let length: (DAVTree.Node) -> Int
    /// The content of a file.
    private let bytes: (DAVTree.Node) -> [UInt8]

    init(
        _ configuration: WebDAVStubConfiguration, origin: String, _ tree: DAVTree,
        names: Set<String>, length: @escaping (DAVTree.Node) -> Int,
        bytes: @escaping (DAVTree.Node) -> [UInt8]
    ) {
        self.configuration = configuration
        self.origin = origin
        self.tree = tree
        self.names = names
        self.length = length
        self.bytes = bytes
    }

    private var abilities: WebDAVStubConfiguration.Abilities { configuration.abilities }

    /// Returns the answer about `paths`, of which some may no longer exist.
    func document(_ paths: [String], token: String? = nil) -> String {
        """
        <d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" \
        xmlns:nc="http://nextcloud.org/ns">\
        \(paths.map(response).joined())\(token.map { "<d:sync-token>\($0)</d:sync-token>" } ?? "")\
        </d:multistatus>
        """
    }

    private func response(_ path: String) -> String {
        guard let node = tree[path] else {
            return """
                <d:response><d:href>\(href(path))</d:href>\
                <d:status>HTTP/1.1 404 Not Found</d:status></d:response>
                """
        }
        var known: [String] = []
        var unknown: [String] = []
        func add(
            _ name: String, _ value: @autoclosure () -> String?, prefix: String = "d"
        ) {
            guard names.isEmpty || names.contains("allprop") || names.contains(name) else { return }
            guard let value = value() else { return unknown.append("<\(prefix):\(name)/>") }
            known.append("<\(prefix):\(name)>\(value)</\(prefix):\(name)>")
        }
        add("resourcetype", node.isFolder ? "<d:collection/>" : "")
        add(
            "getcontentlength",
            node.isFolder || !abilities.statesLengths ? nil : String(length(node)))
        add("getlastmodified", Self.date(node.modified))
        add("getetag", tag(node).map { abilities.quotesTags ? "&quot;\($0)&quot;" : $0 })
        add("fileid", abilities.hasFileIDs ? String(node.id) : nil, prefix: "oc")
        add("checksums", checksums(of: node), prefix: "oc")
        add(
            "has-preview", abilities.hasPreviews ? (node.isPhoto ? "true" : "false") : nil,
            prefix: "nc")
        add(
            "supported-report-set",
            node.isFolder && abilities.reportsChanges
                ? "<d:supported-report><d:report><d:sync-collection/></d:report>"
                    + "</d:supported-report>" : nil)
        return """
            <d:response><d:href>\(href(path, isFolder: node.isFolder))</d:href>\
            \(propstat(known, "200 OK"))\(propstat(unknown, "404 Not Found"))</d:response>
            """
    }

    private func propstat(_ properties: [String], _ status: String) -> String {
        guard !properties.isEmpty else { return "" }
        return "<d:propstat><d:prop>\(properties.joined())</d:prop>"
            + "<d:status>HTTP/1.1 \(status)</d:status></d:propstat>"
    }

    private func href(_ path: String, isFolder: Bool = false) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append((configuration.path + path).utf8, to: &bytes) {
            $0.isUnreserved || $0 == UInt8(ascii: "/")
        }
        let origin = abilities.sendsAddresses ? self.origin : ""
        return origin + String(decoding: bytes, as: UTF8.self) + (isFolder ? "/" : "")
    }

    /// The digests of a file in the form of ownCloud; `nil` if the server has none.
    private func checksums(of node: DAVTree.Node) -> String? {
        guard abilities.hasChecksums, !node.isFolder else { return nil }
        let content = bytes(node)
        func digits(_ algorithm: MessageDigest.Algorithm) -> String {
            var digest = MessageDigest(algorithm)
            content.withUnsafeBytes { digest?.update($0) }
            return digest?.digest().hexadecimal ?? ""
        }
        return "<oc:checksum>SHA1:\(digits(.sha1)) MD5:\(digits(.md5)) ADLER32:00000001"
            + "</oc:checksum>"
    }

    /// The tag of a node; `nil` if it has none.
    private func tag(_ node: DAVTree.Node) -> String? {
        guard node.isFolder else { return abilities.tagsFiles ? Self.tag(of: node) : nil }
        switch abilities.folderTags {
        case .none: return nil
        case .members: return "f\(node.id)-\(node.version)"
        case .everythingBelow: return "f\(node.id)-\(node.deepVersion)"
        case .constant: return "f\(node.id)"
        }
    }

    /// The tag of a file; a move does not change it.
    static func tag(of node: DAVTree.Node) -> String { "\(node.id)-\(node.contentVersion)" }

    static func date(_ seconds: Int) -> String {
        CivilTime(secondsSinceEpoch: Int64(seconds)).httpDate
    }
}
