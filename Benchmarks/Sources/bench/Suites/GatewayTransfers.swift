import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Signals

/// A file of 1 GiB down and up beside the curl program, and what waiting requests weigh.
enum GatewayTransfers {
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
        try await harness.compare(
            "download-1GiB-to-a-file", .rate(of: "files"), rounds: 5,
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
            ours: Contender("CurlGateway") {
                try GatewayChild.run(["download", down.string, ours])
            },
            peers: Contender("curl -o, all of it") {
                try Child.run("curl", ["--silent", "--fail", "-o", theirs, nginx.url + "/1g"])
                    .peakMemory
            })
        try await harness.compare(
            "upload-1GiB-from-a-file", .rate(of: "files"), rounds: 5,
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
        try await harness.compare(
            "waiting-10000-memory-of-one", .figure(unit: "bytes", lessIsBetter: true), rounds: 3,
            ours: Contender("CurlGateway") {
                try GatewayChild.run(["waiting", "10000", nginx.url + "/slow"])
            },
            peers: Contender("what is allowed") { 4_096 })
        scheduler.shutDown()
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
