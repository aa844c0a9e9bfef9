import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Logging
import Scheduling
import SchedulingTestKit
import Testing

@testable import Reports

@Suite struct LogReporterTests {
    private let clock = VirtualScheduler()
    private let folder = NSTemporaryDirectory() + "log-reporter-\(UUID().uuidString)"

    /// Logs three errors to a reporter, whose server answers with `status`.
    private func report(_ status: Int) throws -> (waiting: Int, calls: [RecordedRequest]) {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let collected = Collected()
        let service = LogService()
        service.observe(from: .error, as: "report", on: clock) { { collected.add($0) } }
        let logger = Logger(label: "test", factory: service.handler)
        for number in 1...3 { logger.error("\(number)") }
        clock.runUntilIdle()
        let address = try HTTPURL("https://logs.example.com/records")
        let (gateway, spool, reporter) = try clock.enter {
            let gateway = GatewayStub(home: .here) { _ in .text("", status: status) }
            let spool = try Spool(in: folder, waterLine: WaterLine(count: 3))
            let reporter = LogReporter(spool, to: address, through: gateway, in: .here)
            return (gateway, spool, reporter)
        }
        clock.enter { reporter.receive(collected.records) }
        clock.runUntilIdle()
        let result = (spool.count, gateway.calls)
        clock.enter { reporter.delivery.close() }
        return result
    }

    @Test func recordsAreSentAsLinesWithTheirIdentities() throws {
        let (waiting, calls) = try report(200)
        #expect(waiting == 0)
        let call = try #require(calls.first)
        #expect(calls.count == 1)
        #expect(call.method == .post)
        let lines = String(decoding: call.body, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3)
        var identities: Set<String> = []
        for (number, line) in zip(1..., lines) {
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let record = try #require(object["record"] as? [String: Any])
            #expect(record["message"] as? String == "\(number)")
            identities.insert(try #require(object["id"] as? String))
        }
        #expect(identities.count == 3)
    }

    /// The disk line removes old records, and the receiver learns how many.
    @Test func lostRecordsAreReportedByARecord() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let spool = try Spool(
            in: folder, memory: 1, disk: 4 * 4_096,
            lossRecord: LogReporter.lossRecord)
        for number in 1...5 { spool.append(Array("{\"message\":\"\(number)\"}".utf8)) }
        spool.close()
        var messages: [String] = []
        while let batch = spool.nextBatch() {
            for record in batch {
                let object = try #require(
                    JSONSerialization.jsonObject(with: Data(record.bytes)) as? [String: Any])
                messages.append(try #require(object["message"] as? String))
            }
            spool.acknowledge()
        }
        #expect(
            messages.contains {
                $0.hasSuffix("records were lost: the reporter could not keep them")
            })
        #expect(messages.contains("5") && !messages.contains("1"), "\(messages)")
    }

    @Test func aServerThatFailsKeepsTheRecords() throws {
        let (waiting, calls) = try report(500)
        #expect(waiting == 3)
        #expect(calls.count == 1)
    }

    @Test func aServerThatRefusesGetsTheRecordsOnce() throws {
        let (waiting, calls) = try report(400)
        #expect(waiting == 0)
        #expect(calls.count == 1)
    }

    @Test func aServerThatFindsTheRequestTooLargeGetsHalves() throws {
        let (waiting, calls) = try report(413)
        #expect(waiting == 0)
        #expect(calls.count == 5)
    }
}
