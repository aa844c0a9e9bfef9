import CurlGateway
import Foundation
import HTTPGateway
import LoopbackTestKit
import SchedulingTestKit
import Testing

/// Every fault crossed with every kind of request; all at once, so that it takes as long as the
/// slowest.
@Suite struct FaultTests {
    /// The ways to send and receive that a fault can meet.
    enum Kind: String, CaseIterable, Sendable {
        case get, stream, download, post, put
    }

    private struct Verdict: Sendable {
        let name: String
        let complaint: String?
    }

    /// In a process of its own, in whose memory nothing else counts.
    @Test func everyFaultEndsInTimeWithItsNamedErrorAndBoundedMemory() async {
        await #expect(processExitsWith: .success) {
            try await Self.crossEveryFaultWithEveryKind()
        }
    }

    private static func crossEveryFaultWithEveryKind() async throws {
        let faults = Dictionary(
            uniqueKeysWithValues: Fault.all.enumerated().map { ("/\($0.offset)", $0.element) })
        let server = try RawServer { connection in
            while let request = connection.request() {
                guard let fault = faults[request.path] else { return }
                return fault.serve(connection, request)
            }
        }
        let live = LiveGateway(limits: .init(connections: 100, perOrigin: 100))
        let folder = try TemporaryFolder()
        let before = peakResidentBytes()
        let start = ContinuousClock.now
        let verdicts = await withTaskGroup(of: Verdict.self) { group in
            for (path, fault) in faults {
                for kind in Kind.allCases {
                    group.addTask { await judge(fault, kind, server.url(path), live, folder) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let bad = verdicts.filter { $0.complaint != nil }.sorted { $0.name < $1.name }
        #expect(
            bad.isEmpty,
            "\(bad.map { "\($0.name): \($0.complaint ?? "")" }.joined(separator: "\n"))")
        #expect(verdicts.count >= 150)
        #expect(ContinuousClock.now - start < .seconds(60))
        // A sanitizer's shadow memory says nothing.
        #expect(Sanitizer.isOn || peakResidentBytes() - before < 64 << 20)
        #expect(folder.names.filter { $0.hasPrefix(".") }.isEmpty, "temporaries were left behind")
    }

    private static func judge(
        _ fault: Fault, _ kind: Kind, _ url: String, _ live: LiveGateway, _ folder: TemporaryFolder
    ) async -> Verdict {
        let name = "\(fault.name) × \(kind.rawValue)"
        let start = ContinuousClock.now
        var options = HTTPOptions()
        options.bodyLimit = 1 << 20
        options.idleTimeout = .seconds(3)
        let (ends, error): (Int, HTTPError?)
        switch kind {
        case .get:
            let outcome = await live.run(GET(), url, options)
            (ends, error) = (outcome.ends, outcome.error)
        case .stream:
            let outcome = await live.run(StreamingGET(), url, options)
            (ends, error) = (outcome.ends, outcome.error)
        case .download:
            let target = HTTPFileTarget(path: folder.file(UUID().uuidString))
            let outcome = await live.run(Download(to: target), url, options)
            (ends, error) = (outcome.ends, outcome.error)
        case .post:
            let outcome = await live.run(POST(body: .text("body")), url, options)
            (ends, error) = (outcome.ends, outcome.error)
        case .put:
            let body = HTTPBody.stream { Repeating(count: 70_000) }
            let outcome = await live.run(PUT(body: body), url, options)
            (ends, error) = (outcome.ends, outcome.error)
        }
        if ends != 1 { return Verdict(name: name, complaint: "it ended \(ends) times") }
        let code =
            switch kind {
            case .get, .stream: fault.end
            case .download: fault.endOfDownload
            case .post, .put: fault.endOfUnsafe
            }
        guard error?.code == code else {
            return Verdict(name: name, complaint: error.map { "\($0)" } ?? "it succeeded")
        }
        let took = ContinuousClock.now - start
        return Verdict(name: name, complaint: took < .seconds(30) ? nil : "it took \(took)")
    }
}

/// A body of so many equal bytes.
final class Repeating: HTTPBodyProducer {
    private var left: Int

    init(count: Int) { left = count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(left, buffer.count)
        for index in 0..<count { buffer[index] = 97 }
        left -= count
        return count
    }
}

/// The peak memory use of the process, in bytes; 0 where the system does not report it.
func peakResidentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
}
