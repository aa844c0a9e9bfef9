import Foundation
import Scheduling

@testable import CurlGateway
@testable import HTTPGateway

/// How long the I/O thread of a gateway lets a command wait, measured from another thread all the
/// time.
///
/// A thread that blocks, as one that waits for a name's lookup to end, shows as one long wait.
final class LoopLatency: Sendable {
    /// Waits, by their length.
    struct Histogram: CustomStringConvertible {
        static let bounds: [Duration] = [
            .milliseconds(1), .milliseconds(10), .milliseconds(100), .seconds(1), .seconds(2),
        ]

        private var counts = [Int](repeating: 0, count: bounds.count + 1)
        private(set) var longest = Duration.zero

        var count: Int { counts.reduce(0, +) }

        mutating func add(_ wait: Duration) {
            counts[Self.bounds.firstIndex { wait <= $0 } ?? Self.bounds.count] += 1
            longest = max(longest, wait)
        }

        var description: String {
            let parts = zip(Self.bounds, counts).map { "\($1) within \($0)" }
            return "\(parts.joined(separator: ", ")), \(counts.last ?? 0) later; longest \(longest)"
        }
    }

    private struct State {
        var histogram = Histogram()
        var isRunning = true
        var hasEnded = false
    }

    private let state = Guarded(State())

    init(of live: LiveGateway) async {
        let loop = await withCheckedContinuation { continuation in
            live.gateway.schedule { continuation.resume(returning: $0.loop) }
        }
        Thread.detachNewThread { [self] in
            while state.withLock({ $0.isRunning }) {
                let wait = Self.wait(of: loop)
                state.withLock { $0.histogram.add(wait) }
                usleep(500)  // reason: real time is what is measured
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    /// Ends the measuring.
    func stop() -> Histogram {
        state.withLock { $0.isRunning = false }
        while !state.withLock({ $0.hasEnded }) {
            usleep(1_000)  // reason: real time is what is measured
        }
        return state.withLock { $0.histogram }
    }

    /// Measures how long the I/O thread takes to execute an empty command and release its transfer.
    private static func wait(of loop: CurlLoop) -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        weak var probe: CurlTransfer?
        do {
            let transfer = CurlTransfer(plan, commandQueue: loop.commandQueue, client: Nobody())
            probe = transfer
            loop.post(.consumed(transfer, 0))
        }
        while probe != nil {
            usleep(50)  // reason: real time is what is measured
        }
        return clock.now - start
    }

    private static let plan: TransferPlan = {
        guard let url = try? HTTPURL("http://127.0.0.1:1/") else {
            preconditionFailure("the probe's address is an address")
        }
        return TransferPlan(
            url: url, proxy: nil, method: .get, headers: [:], body: .none, options: HTTPOptions(),
            accepted: .successful, isRepeatable: true, destination: .chunks)
    }()

    private final class Nobody: TransferClient {
        func transferBegan(_ head: HTTPResponseHead) {}
        func transferReceived(_ bytes: [UInt8]) {}
        func transferWaits(_ wait: HTTPWait?) {}
        func transferProgressed(_ progress: HTTPProgress) {}
        func transferEnded(_ result: Result<HTTPResponse, HTTPError>) {}
    }
}
