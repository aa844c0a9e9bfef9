import Foundation

/// A client that requests the paths of a server over a number of connections, which stay open.
///
/// It is the same for every server, and does as little as possible: a thread for each connection
/// sends a request, and reads the response to its end.
struct LoadClient {
    /// The result of a run.
    struct Result {
        /// The responses per second.
        let rate: Double
        /// The time within which 99 of 100 responses have arrived, in milliseconds.
        let latency: Double
        /// The bytes of the bodies.
        let bytes: Int
    }

    let port: Int
    /// Fields of each request, such as `Cookie: …`.
    let fields: [String]
    let connections: Int

    init(port: Int, fields: [String] = [], connections: Int = 16) {
        self.port = port
        self.fields = fields
        self.connections = connections
    }

    /// Requests each path once.
    func run(_ paths: [String]) throws -> Result {
        let outcome = Outcome()
        let requests = paths.map { path in
            Array(
                (["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields + ["", ""])
                    .joined(separator: "\r\n").utf8)
        }
        let start = ContinuousClock.now
        let threads = (0..<connections).map { number in
            let mine = stride(from: number, to: requests.count, by: connections)
                .map { requests[$0] }
            let thread = Thread { outcome.add { try Self.request(mine, on: port) } }
            thread.start()
            return thread
        }
        outcome.wait(for: threads.count)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let (times, bytes) = try outcome.get()
        let sorted = times.sorted()
        return Result(
            rate: Double(paths.count) / seconds,
            latency: (sorted.isEmpty ? 0 : sorted[sorted.count * 99 / 100]) * 1_000, bytes: bytes)
    }

    private typealias Times = (seconds: [Double], bytes: Int)

    /// The times that the threads have measured.
    private final class Outcome: @unchecked Sendable {  // its fields are used in the lock only
        private let condition = NSCondition()
        private var times: Times = ([], 0)
        private var failure: (any Error)?
        private var ended = 0

        func add(_ body: () throws -> Times) {
            let result = Swift.Result { try body() }
            condition.lock()
            switch result {
            case .success(let found):
                times.seconds += found.seconds
                times.bytes += found.bytes
            case .failure(let error): failure = error
            }
            ended += 1
            condition.signal()
            condition.unlock()
        }

        func wait(for count: Int) {
            condition.lock()
            while ended < count { condition.wait() }
            condition.unlock()
        }

        func get() throws -> Times {
            if let failure { throw failure }
            return times
        }
    }

    private static func request(_ requests: [[UInt8]], on port: Int) throws -> Times {
        let connection = try Connection(port: port)
        var times: Times = ([], 0)
        for request in requests {
            let start = ContinuousClock.now
            times.bytes += try connection.response(to: request)
            times.seconds.append((ContinuousClock.now - start) / .seconds(1))
        }
        return times
    }

    /// A connection that stays open.
    private final class Connection {
        private let descriptor: Int32
        private var buffer = [UInt8](repeating: 0, count: 256 << 10)

        init(port: Int) throws {
            #if canImport(Glibc)
                descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard code == 0 else { throw Failure("no connection to port \(port)") }
        }

        deinit { close(descriptor) }

        /// Sends a request, and returns the length of the body of its response.
        func response(to request: [UInt8]) throws -> Int {
            guard send(descriptor, request, request.count, 0) == request.count else {
                throw Failure("a request was not sent")
            }
            var count = 0
            var body: (start: Int, length: Int)?
            while true {
                if let body, count >= body.start + body.length { return body.length }
                let free = buffer.count - count
                let part = buffer.withUnsafeMutableBytes { bytes in
                    recv(descriptor, bytes.baseAddress.map { $0 + count }, free, 0)
                }
                guard part > 0 else { throw Failure("a response was cut off") }
                count += part
                if body == nil { body = try head(in: count) }
                if body == nil, count == buffer.count { throw Failure("a head is too long") }
            }
        }

        /// The place of the body; `nil` until the head is complete.
        private func head(in count: Int) throws -> (start: Int, length: Int)? {
            let end = Array("\r\n\r\n".utf8)
            guard count >= end.count,
                let start = (0...(count - end.count)).first(where: {
                    buffer[$0] == end[0] && Array(buffer[$0..<$0 + end.count]) == end
                })
            else { return nil }
            let lines = String(decoding: buffer[..<start], as: UTF8.self)
                .components(separatedBy: "\r\n")
            guard lines[0].contains(" 200 ") else { throw Failure("the answer is \(lines[0])") }
            let prefix = "content-length:"
            guard let field = lines.first(where: { $0.lowercased().hasPrefix(prefix) }),
                let length = Int(
                    field.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)),
                length <= buffer.count - start - end.count
            else { throw Failure("a response has no usable length") }
            return (start + end.count, length)
        }
    }
}
