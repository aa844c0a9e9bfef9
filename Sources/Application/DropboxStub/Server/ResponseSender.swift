import Foundation
import Hummingbird
import NIOCore

/// Sends the body of a response, with its fault if there is one.
struct ResponseSender: Sendable {
    let body: RouteResponse.Body
    let effect: InjectedFault.Effect?
    let disk: DiskReader
    let stopping: ChangeNotifier

    /// The error that makes the server close the connection in the middle of a body.
    private struct CutOff: Error {}

    var size: Int {
        switch body {
        case .bytes(let bytes): bytes.count
        case .file(_, let range): range.count
        }
    }

    var responseBody: ResponseBody {
        if case .bytes(let bytes) = body, effect?.isSlowOrShort != true {
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        }
        return ResponseBody(contentLength: size) { writer in
            switch effect {
            case .truncate(let count): try await send(upTo: count, to: &writer)
            case .trickle(let rate): try await trickle(rate, to: &writer)
            default: try await send(upTo: size, to: &writer)
            }
            try await writer.finish(nil)
        }
    }

    private func send(
        upTo limit: Int, to writer: inout any ResponseBodyWriter
    ) async throws {
        switch body {
        case .bytes(let bytes):
            try await writer.write(ByteBuffer(bytes: bytes.prefix(limit)))
        case .file(let file, let range):
            guard let handle = disk.open(file) else { throw CutOff() }
            defer { try? handle.close() }
            try handle.seek(toOffset: UInt64(range.lowerBound))
            var rest = min(limit, range.count)
            while rest > 0 {
                guard let chunk = try handle.read(upToCount: min(rest, DiskReader.chunkSize)),
                    !chunk.isEmpty
                else { throw CutOff() }
                try await writer.write(ByteBuffer(bytes: chunk))
                rest -= chunk.count
            }
        }
        if limit < size { throw CutOff() }
    }

    /// Sends the body in parts of a tenth of a second's bytes, and waits after each part.
    private func trickle(_ rate: Int, to writer: inout any ResponseBodyWriter) async throws {
        let bytes: [UInt8]
        switch body {
        case .bytes(let whole): bytes = whole
        case .file(let file, let range):
            guard let whole = disk.bytes(of: file), whole.count >= range.upperBound else {
                throw CutOff()
            }
            bytes = Array(whole[range])
        }
        let step = max(1, rate / 10)
        for start in stride(from: 0, to: bytes.count, by: step) {
            let part = bytes[start..<min(start + step, bytes.count)]
            try await writer.write(ByteBuffer(bytes: part))
            await stopping.wait(
                after: 0, timeout: .seconds(Double(part.count) / Double(rate)))
        }
    }
}

extension InjectedFault.Effect {
    fileprivate var isSlowOrShort: Bool {
        switch self {
        case .truncate, .trickle: true
        default: false
        }
    }
}
