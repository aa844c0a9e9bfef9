import Digests
import Foundation
import Scheduling
import TextFormats
import WebServer

extension StubService {
    private struct PathArgument: Decodable {
        let path: String
        let rev: String?
    }

    func download(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let argument = try call.decode(PathArgument.self)
        let file = try file(argument.rev.map { "rev:" + $0 } ?? argument.path, for: call)
        var result = JSONWriter(escaping: .nonASCII)
        metadataWriter(for: call, media: false).write(.file(file), isTagged: false, to: &result)
        var response = try content(of: file, for: call.request, effect: call.effect)
        response.headers.append(("Dropbox-API-Result", result.text))
        return response
    }

    func getTemporaryLink(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let file = try file(call.decode(PathArgument.self).path, for: call)
        let writer = metadataWriter(for: call, media: false)
        let expiry = Int(Date().timeIntervalSince1970) + 14_400
        let link =
            "http://127.0.0.1:\(links.port.withLock { $0 })/temporary/\(file.rev)/\(expiry)/"
            + signature(file.rev, expiry)
        return .json {
            $0.name("metadata")
            writer.write(.file(file), isTagged: false, to: &$0)
            $0.member("link", link)
        }
    }

    /// Serves a temporary link, which needs no token and expires after four hours.
    func followTemporaryLink(_ request: StubRequest) throws(StubErrorResponse) -> WebResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.count == 4, let expiry = Int(parts[2]),
            parts[3] == signature(parts[1], expiry),
            case .file(let file)? = ([self] + others).lazy.compactMap({
                $0.library.snapshot().node(rev: parts[1])
            }).first
        else { throw StubErrorResponse(response: .text("Not found", status: 404)) }
        guard expiry > Int(Date().timeIntervalSince1970) else {
            throw StubErrorResponse(response: .text("Gone", status: 410))
        }
        return try content(of: file, for: request, effect: nil)
    }

    func metadataWriter(for call: StubCall, media: Bool) -> MetadataWriter {
        MetadataWriter(
            library: library, includesMediaInfo: media, hashIsWrong: call.effect == .wrongHash)
    }

    /// A response with the bytes of a file, and with its metadata in a header.
    static func response(_ bytes: [UInt8], type: String, result: [UInt8]) -> WebResponse {
        WebResponse(
            headers: [
                ("Content-Type", type),
                ("Dropbox-API-Result", String(decoding: result, as: UTF8.self)),
            ], body: WebBody(bytes))
    }

    /// The same number of bytes, some of them changed.
    static func corrupted(_ bytes: [UInt8]) -> [UInt8] {
        var corrupted = bytes
        for index in stride(from: bytes.count / 2, to: bytes.count, by: 64) {
            corrupted[index] ^= 0x55
        }
        return corrupted
    }

    private func signature(_ rev: String, _ expiry: Int) -> String {
        links.authenticator.code(for: Array("\(rev)/\(expiry)".utf8)).prefix(16).hexadecimal
    }

    /// The response with a file's bytes or the requested range of them, or 304.
    private func content(
        of file: StubFile, for request: StubRequest, effect: InjectedFault.Effect?
    ) throws(StubErrorResponse) -> WebResponse {
        let tag = "W/\"\(file.rev)\""
        var response = WebResponse()
        response.headers = [
            ("Content-Type", "application/octet-stream"), ("ETag", tag),
            ("Accept-Ranges", "bytes"),
        ]
        // The comparison is weak (RFC 9110, 8.8.3.2).
        if let known = request.headers["if-none-match"], known == tag || "W/" + known == tag {
            response.status = 304
            return response
        }
        let size: Int
        switch file.content {
        case .disk(let onDisk):
            guard library.disk.isPresent(onDisk) else { throw .conflict("path", "not_found") }
            size = onDisk.size
            response.body = library.disk.body(of: onDisk)
        case .generated, .bytes:
            var bytes = library.bytes(of: file.content) ?? []
            size = bytes.count
            if effect == .wrongHash {
                bytes = Self.corrupted(bytes)
            }
            response.body = WebBody(bytes)
        }
        switch ByteRange.parse(request.headers["range"], size: size) {
        case .whole: return response
        case .unsatisfiable: throw .conflict("range", "not_satisfiable")
        case .part(let range):
            response.narrow(to: range, of: size)
            return response
        }
    }
}
