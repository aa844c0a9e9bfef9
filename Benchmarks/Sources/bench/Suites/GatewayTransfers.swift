import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Signals

/// Compares transfers of 1 GiB with curl, and measures the memory of waiting requests.
enum GatewayTransfers {
    static func run(_ harness: inout Harness, _ nginx: Nginx) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        let gateway = SchedulerBound(on: scheduler) { CurlGateway(home: $0) }
        let ours = folder.appending(path: "ours").path
        let theirs = folder.appending(path: "theirs").path
        let down = try HTTPURL(nginx.url + "/1g")
        let up = try HTTPURL(nginx.url + "/upload")
        try await harness.compare(
            "download-1GiB-synced-to-disk", .rate(of: "files"), rounds: 5,
            ours: Contender(
                "CurlGateway, a file target",
                asynchronous: { _ in
                    try await finish(Download(to: HTTPFileTarget(path: ours)), down, gateway)
                }),
            peers: Contender("curl -o, then sync FILE") { _ in
                _ = try curl(["-o", theirs, nginx.url + "/1g"])
                _ = try Child.run("sync", [theirs])
            })
        try await harness.compare(
            "download-1GiB-not-synced", .rate(of: "files"), rounds: 5,
            ours: Contender(
                "CurlGateway, pieces written",
                asynchronous: { _ in try await finish(WrittenGET(path: ours), down, gateway) }),
            peers: Contender("curl -o") { _ in _ = try curl(["-o", theirs, nginx.url + "/1g"]) })
        try await harness.compare(
            "download-1GiB-peak-memory", .figure(unit: "MiB", lessIsBetter: true), rounds: 3,
            ours: Contender("a program with a CurlGateway") {
                try GatewayChild.process(["download", down.string, ours]).peakMemory()
            },
            peers: Contender("curl -o") {
                try curl(["-o", theirs, nginx.url + "/1g"]).peakMemory()
            })
        try await harness.compare(
            "download-1GiB-peak-memory-above-idle", .figure(unit: "MiB", lessIsBetter: true),
            rounds: 3,
            ours: Contender("CurlGateway") {
                try GatewayChild.run(["download", down.string, ours])
            },
            peers: Contender("the limit") { 4 })
        try await harness.compare(
            "upload-1GiB-from-a-file", .rate(of: "files"), rounds: 5,
            ours: Contender(
                "CurlGateway",
                asynchronous: { _ in
                    try await finish(PUT(body: .file(ours)), up, gateway)
                }),
            peers: Contender("curl -T") { _ in
                _ = try curl(["-H", "Expect:", "-T", ours, nginx.url + "/upload"])
            })
        try await harness.compare(
            "waiting-10000-memory-of-one", .figure(unit: "bytes", lessIsBetter: true), rounds: 3,
            ours: Contender("CurlGateway") {
                try GatewayChild.run(["waiting", "10000", nginx.url + "/slow"])
            },
            peers: Contender("the limit") { 4_096 })
        scheduler.shutDown()
    }

    private static func curl(_ arguments: [String]) throws -> Child {
        try Child.run("curl", ["--silent", "--fail"] + arguments)
    }

    /// Sends a request, and waits for its end.
    static func finish<Request: HTTPRequest>(
        _ request: Request, _ url: HTTPURL, _ gateway: SchedulerBound<CurlGateway>
    ) async throws {
        let failure = await withCheckedContinuation {
            (continuation: CheckedContinuation<HTTPError?, Never>) in
            gateway.schedule { gateway in
                gateway.push(request, to: url).observe(
                    { _ in },
                    ended: { completion in
                        if case .failed(let error) = completion {
                            continuation.resume(returning: error)
                        } else {
                            continuation.resume(returning: nil)
                        }
                    })
            }
        }
        if let failure { throw Failure("\(failure)") }
    }
}

/// A GET that writes its body to a file as it arrives, without a sync, like `curl -o`.
private struct WrittenGET: HTTPStreamRequest {
    typealias Output = Int

    let path: String
    private let file: String

    init(path file: String) {
        path = ""
        self.file = file
    }

    func makeReader(_ head: HTTPResponseHead) throws -> any HTTPBodyReader<Int> {
        guard FileManager.default.createFile(atPath: file, contents: nil),
            let handle = FileHandle(forWritingAtPath: file)
        else { throw Failure("cannot create \(file)") }
        return Writer(handle)
    }

    private final class Writer: HTTPBodyReader {
        private let handle: FileHandle
        private var count = 0

        init(_ handle: FileHandle) { self.handle = handle }

        func read(_ bytes: [UInt8]) throws -> [Int] {
            try bytes.withUnsafeBytes { buffer in
                guard var next = buffer.baseAddress else { return }
                var left = buffer.count
                while left > 0 {
                    let written = write(handle.fileDescriptor, next, left)
                    guard written > 0 else { throw Failure("cannot write: errno \(errno)") }
                    next += written
                    left -= written
                }
            }
            count += bytes.count
            return []
        }

        func finish() -> [Int] { [count] }
    }
}
