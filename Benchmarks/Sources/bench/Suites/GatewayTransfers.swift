import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Signals

/// A file of 1 GiB down and up beside the curl program, and what waiting requests weigh.
enum GatewayTransfers {
    private static let size = 1 << 30

    static func run(_ harness: inout Harness, _ nginx: Nginx) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        let gateway = SchedulerBound(on: scheduler) { CurlGateway() }
        let ours = folder.appending(path: "ours").path
        let theirs = folder.appending(path: "theirs").path
        let down = try HTTPURL(nginx.url + "/1g")
        let up = try HTTPURL(nginx.url + "/upload")
        let downloading: @Sendable () async throws -> Double = {
            try await peak {
                try await finish(Download(to: HTTPFileTarget(path: ours)), down, gateway)
            }
        }
        try await harness.compare(
            "download-1GiB-to-a-file", .rate(of: "files"), rounds: 3,
            ours: Contender(
                "CurlGateway",
                asynchronous: { _ in
                    try await finish(Download(to: HTTPFileTarget(path: ours)), down, gateway)
                }),
            peers: Contender("curl -o") { _ in
                _ = try Child.run("curl", ["--silent", "--fail", "-o", theirs, nginx.url + "/1g"])
            })
        try await harness.compare(
            "download-1GiB-peak-memory-above-idle", .figure(unit: "MiB", lessIsBetter: true),
            rounds: 3,
            ours: Contender("CurlGateway", figure: downloading),
            peers: Contender("curl -o, all of it") {
                try Child.run("curl", ["--silent", "--fail", "-o", theirs, nginx.url + "/1g"])
                    .peakMemory
            })
        try await harness.compare(
            "upload-1GiB-from-a-file", .rate(of: "files"), rounds: 3,
            ours: Contender(
                "CurlGateway",
                asynchronous: { _ in
                    try await finish(PUT(body: .file(ours)), up, gateway)
                }),
            peers: Contender("curl -T") { _ in
                _ = try Child.run(
                    "curl",
                    ["--silent", "--fail", "-H", "Expect:", "-T", ours, nginx.url + "/upload"])
            })
        let slow = try HTTPURL(nginx.url + "/slow")
        try await harness.compare(
            "waiting-10000-memory-of-one", .figure(unit: "bytes", lessIsBetter: true), rounds: 3,
            ours: Contender("CurlGateway") { try await waiting(slow, on: scheduler) },
            peers: Contender("what is allowed") { 4_096 })
        scheduler.shutDown()
    }

    private static func finish<Request: HTTPRequest>(
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

    /// How many bytes of memory each of ten thousand waiting requests takes.
    private static func waiting(_ url: HTTPURL, on scheduler: WorkScheduler) async throws -> Double
    {
        let before = try memory("VmRSS")
        let count = 10_000
        let crowd = SchedulerBound(on: scheduler) {
            let gateway = CurlGateway(limits: .init(connections: 1, perOrigin: 1))
            for _ in 0..<count { gateway.push(GET(), to: url).observe({ _ in }, ended: { _ in }) }
            return gateway
        }
        guard try await crowd.run({ $0.requestCount }) == count else {
            throw Failure("they do not wait")
        }
        return (try memory("VmRSS") - before) * 1_048_576 / Double(count)
    }

    /// The most memory, in MiB, that `work` takes above what is in use before it.
    private static func peak(_ work: () async throws -> Void) async throws -> Double {
        // Linux forgets the former peak when it is told so.
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try memory("VmRSS")
        try await work()
        return max(0.01, try memory("VmHWM") - before)
    }

    private static func memory(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let kibibytes = Double(number)
        else { throw Failure("the system does not tell \(name)") }
        return kibibytes / 1_024
    }
}
