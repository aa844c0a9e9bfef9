import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Testing

@testable import Reports

/// Deliveries of a spool with three records to a server.
@Suite struct SpoolGatewayTests {
    private struct NoAnswer: Error {}

    private let clock = VirtualScheduler()
    private let folder = NSTemporaryDirectory() + "spool-gateway-\(UUID().uuidString)"

    /// Appends three records, runs `body` with the delivery, and returns the requests.
    private func deliver(
        to answer: @escaping @Sendable (Int) -> StubResponse = { _ in .text("") },
        lines: @escaping ([SpoolRecord]) throws -> [[UInt8]] = { $0.map(\.bytes) },
        _ body: (Spool, GatewayStub) throws -> Void
    ) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let address = try HTTPURL("https://logs.example.com/records")
        let count = Guarded(0)
        let (gateway, spool, delivery) = try clock.enter {
            let gateway = GatewayStub(home: .here) { _ in
                answer(
                    count.withLock { count in
                        count += 1
                        return count
                    })
            }
            let spool = try Spool(in: folder, waterLine: WaterLine(count: 3))
            let delivery = SpoolDelivery(
                of: spool, to: address, through: gateway, in: .here, lines: lines)
            return (gateway, spool, delivery)
        }
        clock.enter { for text in ["a", "b", "c"] { delivery.append(Array(text.utf8)) } }
        clock.runUntilIdle()
        try body(spool, gateway)
        clock.enter { delivery.close() }
    }

    @Test func aBatchIsOneRequestWithALineForEachRecord() throws {
        try deliver { spool, gateway in
            let call = try #require(gateway.calls.first)
            #expect(gateway.calls.count == 1)
            #expect(call.method == .post)
            #expect(call.headers["Content-Type"] == "application/x-ndjson")
            #expect(String(decoding: call.body, as: UTF8.self) == "a\nb\nc\n")
            #expect(spool.count == 0)
        }
    }

    @Test func withoutLinesNothingIsSentAndTheRecordsAreRemoved() throws {
        try deliver(lines: { _ in [] }) { spool, gateway in
            #expect(gateway.calls.isEmpty)
            #expect(spool.count == 0)
        }
    }

    @Test func anErrorOfTheLinesKeepsTheRecordsForTheNextTime() throws {
        let fails = Guarded(true)
        try deliver(lines: { records in
            if fails.withLock({ $0 }) { throw NoAnswer() }
            return records.map(\.bytes)
        }) { spool, gateway in
            #expect(gateway.calls.isEmpty)
            #expect(spool.count == 3)
            fails.withLock { $0 = false }
            clock.advance(by: .seconds(60))
            #expect(gateway.calls.count == 1)
            #expect(spool.count == 0)
        }
    }

    @Test func theServerDecidesHowLongTheNextRequestWaits() throws {
        try deliver(to: { number in
            number == 1 ? .text("", status: 503, headers: ["Retry-After": "100"]) : .text("")
        }) { spool, gateway in
            clock.advance(by: .seconds(99))
            #expect(gateway.calls.count == 1)
            clock.advance(by: .seconds(2))
            #expect(gateway.calls.count == 2)
            #expect(spool.count == 0)
        }
    }
}
