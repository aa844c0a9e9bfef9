import Digests
import Foundation
import Scheduling

extension StubService {
    private struct PathArgument: Decodable {
        let path: String
        let rev: String?
    }

    func download(_ call: StubCall) throws(StubFailure) -> StubReply {
        let argument = try call.decode(PathArgument.self)
        let file = try file(argument.rev.map { "rev:" + $0 } ?? argument.path, for: call)
        var result = JSONWriter(isASCII: true)
        metadataWriter(for: call, media: false).write(.file(file), isTagged: false, to: &result)
        var reply = try content(of: file, for: call.request, effect: call.effect)
        reply.headers.append(("Dropbox-API-Result", String(decoding: result.bytes, as: UTF8.self)))
        return reply
    }

    func getTemporaryLink(_ call: StubCall) throws(StubFailure) -> StubReply {
        let file = try file(call.decode(PathArgument.self).path, for: call)
        let writer = metadataWriter(for: call, media: false)
        let expiry = Int(Date().timeIntervalSince1970) + 14_400
        let link =
            "http://127.0.0.1:\(links.port.withLock { $0 })/temporary/\(file.rev)/\(expiry)/"
            + signature(file.rev, expiry)
        var metadata = JSONWriter()
        writer.write(.file(file), isTagged: false, to: &metadata)
        return .json {
            $0.member("metadata", raw: metadata.bytes)
            $0.member("link", link)
        }
    }

    /// Serves a temporary link, which needs no token and expires after four hours.
    func followTemporaryLink(_ request: StubRequest) throws(StubFailure) -> StubReply {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.count == 4, let expiry = Int(parts[2]),
            parts[3] == signature(parts[1], expiry),
            case .file(let file)? = ([self] + accounts.values).lazy.compactMap({
                $0.library.snapshot().node(rev: parts[1])
            }).first
        else { throw StubFailure(reply: .text("Not found", status: 404)) }
        guard expiry > Int(Date().timeIntervalSince1970) else {
            throw StubFailure(reply: .text("Gone", status: 410))
        }
        return try content(of: file, for: request, effect: nil)
    }

    func metadataWriter(for call: StubCall, media: Bool) -> MetadataWriter {
        MetadataWriter(
            library: library, includesMediaInfo: media, hashIsWrong: call.effect == .wrongHash)
    }

    /// A reply with the bytes of a file, and with its metadata in a header.
    static func reply(_ bytes: [UInt8], type: String, result: [UInt8]) -> StubReply {
        StubReply(
            headers: [
                ("Content-Type", type),
                ("Dropbox-API-Result", String(decoding: result, as: UTF8.self)),
            ], body: .bytes(bytes))
    }

    /// The same number of bytes, some of them changed.
    static func spoiled(_ bytes: [UInt8]) -> [UInt8] {
        var spoiled = bytes
        for index in stride(from: bytes.count / 2, to: bytes.count, by: 64) {
            spoiled[index] ^= 0x55
        }
        return spoiled
    }

    private func signature(_ rev: String, _ expiry: Int) -> String {
        links.authenticator.code(for: Array("\(rev)/\(expiry)".utf8)).prefix(16).hexadecimal
    }

    /// The reply with a file's bytes or the requested range of them, or 304.
    private func content(
        of file: StubFile, for request: StubRequest, effect: StubFault.Effect?
    ) throws(StubFailure) -> StubReply {
        let tag = "W/\"\(file.rev)\""
        var reply = StubReply()
        reply.headers = [
            ("Content-Type", "application/octet-stream"), ("ETag", tag),
            ("Accept-Ranges", "bytes"),
        ]
        // The comparison is weak (RFC 9110, 8.8.3.2).
        if let known = request.headers["if-none-match"], known == tag || "W/" + known == tag {
            reply.status = 304
            return reply
        }
        let size: Int
        switch file.content {
        case .disk(let onDisk):
            guard library.disk.isPresent(onDisk) else { throw .conflict("path", "not_found") }
            size = onDisk.size
            reply.body = .file(onDisk, 0..<size)
        case .generated, .bytes:
            var bytes = library.bytes(of: file.content) ?? []
            size = bytes.count
            if effect == .wrongHash {
                bytes = Self.spoiled(bytes)
            }
            reply.body = .bytes(bytes)
        }
        switch ByteRange.parse(request.headers["range"], size: size) {
        case .whole: return reply
        case .unsatisfiable: throw .conflict("range", "not_satisfiable")
        case .part(let range):
            reply.status = 206
            reply.headers.append(
                ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
            switch reply.body {
            case .bytes(let bytes): reply.body = .bytes(Array(bytes[range]))
            case .file(let onDisk, _): reply.body = .file(onDisk, range)
            }
            return reply
        }
    }
}
