import Foundation
import Scheduling
import TextFormats
import WebServer

/// Answers requests: checks the password, injects the requested faults, and serves the tree.
///
/// It does not depend on sockets.
final class DAVService: Sendable {
    let configuration: WebDAVStubConfiguration
    let tree: Guarded<DAVTree>
    let photos: GeneratedPhotoSource
    let faults = FaultPlan()
    let log = RequestLog()
    /// Signalled when the stub stops, which ends all delays.
    let stopping = StubChangeNotifier()
    /// The scheme, the host and the port of the server.
    let origin = Guarded("")
    /// Whether the app password was ended by a control command.
    private let isPasswordEnded = Guarded(false)

    init(_ configuration: WebDAVStubConfiguration) {
        self.configuration = configuration
        tree = Guarded(DAVTree(photos: configuration.photos))
        photos = GeneratedPhotoSource(
            seed: configuration.seed, isDrawn: configuration.drawsPhotos)
    }

    /// Returns the answer, and the fault to inject while it is sent.
    func answer(_ request: DAVRequest) async -> (WebResponse, InjectedFault.Effect?) {
        if configuration.allowsControl, request.path.hasPrefix("/control/") {
            return (control(request, String(request.path.dropFirst("/control/".count))), nil)
        }
        let number = log.arrive(request.route, range: request.headers["range"])
        let fault = faults.next(for: request.route)
        if let delay = fault?.delay, delay > .zero {
            await stopping.wait(after: 0, timeout: delay)
        }
        let response = response(to: request, fault?.effect)
        if fault?.effect != .close { log.answer(number, status: response.status) }
        return (response, fault?.effect)
    }

    private func response(
        to request: DAVRequest, _ effect: InjectedFault.Effect?
    ) -> WebResponse {
        switch effect {
        case .status(let status, let headers, let body)?:
            var response = WebResponse(status: status, body: WebBody(Array(body.utf8)))
            response.headers = headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            return response
        case .garbage(let text)?: return multistatus(text)
        case .expiredToken?: return unauthorized
        case .reset?: return invalidToken
        case nil, .close?, .truncate?, .trickle?, .emptyPage?, .wrongHash?: break
        }
        if configuration.abilities.identifiesItself, let answer = identification(request) {
            return answer
        }
        guard isAllowed(request) else { return unauthorized }
        if request.isPreview, configuration.abilities.hasPreviews {
            return preview(request)
        }
        guard let path = path(of: request) else { return .text("Not found", status: 404) }
        switch request.method {
        case "OPTIONS":
            return WebResponse(headers: [
                ("DAV", "1, 3"), ("Allow", "OPTIONS, GET, HEAD, PROPFIND, REPORT"),
            ])
        case "PROPFIND": return propfind(request, path, isEmpty: effect == .emptyPage)
        case "REPORT": return report(request, path)
        case "GET", "HEAD": return content(request, path, isChanged: effect == .wrongHash)
        default:
            return WebResponse(
                status: 405, headers: [("Allow", "OPTIONS, GET, HEAD, PROPFIND, REPORT")])
        }
    }

    // MARK: Access

    private func isAllowed(_ request: DAVRequest) -> Bool {
        guard let credential = request.credential, !isPasswordEnded.withLock({ $0 }) else {
            return false
        }
        return credential.user == configuration.user ?? credential.user
            && credential.password == configuration.password ?? credential.password
    }

    /// The answers of Nextcloud that need no password; `nil` for another request.
    private func identification(_ request: DAVRequest) -> WebResponse? {
        switch request.path {
        case "/status.php":
            json { json in
                json.member("installed", true)
                json.member("maintenance", false)
                json.member("versionstring", "31.0.0")
                json.member("productname", "Nextcloud")
            }
        case "/.well-known/carddav":
            WebResponse(status: 301, headers: [("Location", "/remote.php/dav/")])
        default: nil
        }
    }

    private var unauthorized: WebResponse {
        var response = WebResponse.text("The password is not valid.", status: 401)
        response.headers.append(("WWW-Authenticate", "Basic realm=\"photos\", charset=\"UTF-8\""))
        return response
    }

    private var invalidToken: WebResponse {
        xml("<d:error xmlns:d=\"DAV:\"><d:valid-sync-token/></d:error>", status: 403)
    }

    /// The path below the folder of the account; `nil` for another place.
    private func path(of request: DAVRequest) -> String? {
        guard let bytes = PercentEncoding.decode(request.path.utf8),
            var path = String(validating: bytes, as: UTF8.self)
        else { return nil }
        while path.utf8.last == UInt8(ascii: "/") { path.unicodeScalars.removeLast() }
        let base = configuration.path.utf8
        let rest = path.utf8.dropFirst(base.count)
        // Bytes are compared: a slash and a combining mark behind it are one character.
        guard path.utf8.starts(with: base), rest.isEmpty || rest.first == UInt8(ascii: "/") else {
            return nil
        }
        return String(decoding: rest, as: UTF8.self)
    }

    // MARK: Listings

    private func propfind(_ request: DAVRequest, _ path: String, isEmpty: Bool) -> WebResponse {
        guard let body = request.elements else { return .text("not XML", status: 400) }
        let tree = tree.withLock { $0 }
        guard let node = tree[path] else { return .text("Not found", status: 404) }
        guard !configuration.abilities.forbiddenFolders.contains(path) else {
            return .text("Forbidden", status: 403)
        }
        let paths: [String]
        switch request.depth {
        case "0": paths = [path]
        case "1": paths = [path] + (isEmpty ? [] : tree.members(of: path))
        case "infinity" where configuration.abilities.allowsInfinity || !node.isFolder:
            paths = [path] + (isEmpty ? [] : tree.everything(below: path))
        case "infinity":
            return xml(
                "<d:error xmlns:d=\"DAV:\"><d:propfind-finite-depth/></d:error>", status: 403)
        default: return .text("The depth is not valid.", status: 400)
        }
        let writer = writer(tree, body.names)
        return multistatus(writer.document(paths))
    }

    private func report(_ request: DAVRequest, _ path: String) -> WebResponse {
        guard let body = request.elements else { return .text("not XML", status: 400) }
        guard configuration.abilities.reportsChanges, body.names.contains("sync-collection") else {
            return .text("The report is not known.", status: 501)
        }
        let tree = tree.withLock { $0 }
        guard tree[path]?.isFolder == true else { return .text("Not found", status: 404) }
        let writer = writer(tree, body.names)
        let token = "urn:photos:\(tree.version)"
        if body.token.isEmpty {
            return multistatus(writer.document(tree.everything(below: path), token: token))
        }
        guard body.token.hasPrefix("urn:photos:"),
            let version = Int(body.token.dropFirst("urn:photos:".count)),
            let changes = tree.changes(after: version)
        else { return invalidToken }
        return multistatus(
            writer.document(
                changes.filter { $0.utf8.starts(with: (path + "/").utf8) }, token: token))
    }

    private func writer(_ tree: DAVTree, _ names: Set<String>) -> MultistatusWriter {
        MultistatusWriter(
            configuration, origin: origin.withLock { $0 }, tree, names: names,
            length: { [self] in length(of: $0) }, bytes: { [self] in bytes(of: $0) ?? [] })
    }

    private func multistatus(_ text: String) -> WebResponse { xml(text, status: 207) }

    private func xml(_ text: String, status: Int) -> WebResponse {
        WebResponse(
            status: status, headers: [("Content-Type", "application/xml; charset=utf-8")],
            body: WebBody(Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\(text)".utf8)))
    }

    // MARK: Contents

    private func content(
        _ request: DAVRequest, _ path: String, isChanged: Bool
    ) -> WebResponse {
        guard let node = tree.withLock({ $0[path] }) else {
            return .text("Not found", status: 404)
        }
        guard var bytes = bytes(of: node) else { return .text("a folder", status: 200) }
        if isChanged { for index in bytes.indices.dropFirst(bytes.count / 2) { bytes[index] ^= 1 } }
        var response = WebResponse(body: WebBody(bytes))
        response.headers = [
            ("Content-Type", path.lowercased().hasSuffix(".jpg") ? "image/jpeg" : "text/plain"),
            ("Last-Modified", MultistatusWriter.date(node.modified)),
        ]
        if configuration.abilities.tagsFiles {
            let tag = "\"\(MultistatusWriter.tag(of: node))\""
            response.headers.append(("ETag", tag))
            if request.headers["if-none-match"] == tag {
                response.status = 304
                return response
            }
        }
        if configuration.abilities.sendsRanges {
            response.select(request.headers["range"], if: request.headers["if-range"])
        }
        return response
    }

    /// The picture of a file in a smaller form; the generated photos are small already.
    ///
    /// The statuses are those of Nextcloud: 400 without an identifier or with a size that is not
    /// positive, 404 without a picture, and 303 to the picture of the file type if the request
    /// allows it.
    private func preview(_ request: DAVRequest) -> WebResponse {
        func number(_ name: String, default standard: Int) -> Int? {
            guard let text = request.query[name] else { return standard }
            return Int(text)
        }
        guard let id = number("fileId", default: -1), let x = number("x", default: 32),
            let y = number("y", default: 32), id >= 0, x > 0, y > 0
        else { return json(status: 400) { _ in } }
        let node = tree.withLock { tree in tree.all.first { $0.id == id } }
        guard let node, let bytes = bytes(of: node), bytes.starts(with: [0xFF, 0xD8]) else {
            guard node != nil, request.query["mimeFallback"] == "true" else {
                return json(status: 404) { _ in }
            }
            return WebResponse(
                status: 303, headers: [("Location", "/core/img/filetypes/text.svg")])
        }
        return WebResponse(headers: [("Content-Type", "image/jpeg")], body: WebBody(bytes))
    }

    /// The bytes of a file; `nil` for a folder.
    private func bytes(of node: DAVTree.Node) -> [UInt8]? {
        switch node.content {
        case .folder: nil
        case .bytes(let bytes): bytes
        case .photo(let photo): photos.bytes(of: photo)
        }
    }

    /// The contents of all files, by their paths.
    var contents: [String: [UInt8]] {
        tree.withLock { $0.all }.reduce(into: [:]) { contents, node in
            // A folder must not remove a file whose name looks the same.
            if let bytes = bytes(of: node) { contents[node.path] = bytes }
        }
    }

    /// The length of a file.
    private func length(of node: DAVTree.Node) -> Int {
        switch node.content {
        case .folder: 0
        case .bytes(let bytes): bytes.count
        case .photo(let photo): photos.measure(photo).size
        }
    }

    // MARK: Control

    func apply(_ command: ControlCommand) throws(ControlError) {
        try tree.withLock { tree throws(ControlError) in
            switch command {
            case .add(let path, _, let content): try tree.write(path, content)
            case .change(let path, let content):
                guard tree[path]?.isFolder == false else { throw .notFound(path) }
                try tree.write(path, content)
            case .addPhotos(let folder, let count): try tree.addPhotos(count, to: folder)
            case .addFolder(let path): try tree.addFolder(path)
            case .move(let path, let target): try tree.move(path, to: target)
            case .delete(let path): try tree.remove(path)
            case .resetCursors, .forgetRevisions: tree.forgetChanges()
            case .fault(let fault): faults.add(fault)
            case .clearFaults: faults.clear()
            case .expireTokens: isPasswordEnded.withLock { $0 = true }
            case .clearRequests: log.clear()
            }
        }
    }

    /// Runs a control command.
    private func control(_ request: DAVRequest, _ name: String) -> WebResponse {
        if name == "requests", request.method == "GET" { return requestReport }
        guard request.method == "POST" else { return .text("use POST", status: 405) }
        // A page in a browser may send this type only after a request that is never granted.
        guard request.headers["content-type"]?.prefix(while: { $0 != ";" }) == "application/json"
        else { return .text("A command must have the type application/json.", status: 400) }
        do throws(ControlError) {
            let json = request.body.isEmpty ? Array("{}".utf8) : request.body
            try apply(ControlCommand(name: name, json: json))
        } catch {
            return .text("\(error)", status: 400)
        }
        return json { _ in }
    }

    private var requestReport: WebResponse {
        json { json in
            json.object("counts") { json in
                for (route, count) in log.counts.sorted(by: { $0.key < $1.key }) {
                    json.name(escaping: route)
                    json.integer(count)
                }
            }
        }
    }

    private func json(
        status: Int = 200, _ members: (inout JSONWriter) -> Void
    ) -> WebResponse {
        WebResponse(
            status: status, headers: [("Content-Type", "application/json")],
            body: WebBody(JSONWriter.object(members)))
    }
}
