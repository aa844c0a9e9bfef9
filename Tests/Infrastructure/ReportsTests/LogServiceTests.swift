import Foundation
import Logging
import Scheduling
import SchedulingTestKit
import Testing

@testable import Reports

@Suite struct LogServiceTests {
    private let clock = VirtualScheduler(name: "logs")
    private let service = LogService(
        redaction: LogRedaction(home: "/users/anna"), now: { .milliseconds(1_500) })

    private func logger(_ label: String = "test") -> Logger {
        Logger(label: label, factory: service.handler)
    }

    private func observe(
        from level: Logger.Level, on scheduler: VirtualScheduler? = nil, capacity: Int = 100,
        into seen: Collected
    ) {
        service.observe(from: level, as: "test", on: scheduler ?? clock, capacity: capacity) {
            { seen.add($0) }
        }
    }

    @Test func observersReceiveTheirLevelsOnTheirSchedulers() {
        let (errors, all) = (Collected(), Collected())
        let other = VirtualScheduler(name: "other")
        observe(from: .error, into: errors)
        observe(from: .trace, on: other, into: all)
        logger().info("one")
        logger().error("two")
        #expect(all.messages == [])
        clock.runUntilIdle()
        #expect(errors.messages == ["two"])
        #expect(all.messages == [])
        other.runUntilIdle()
        #expect(all.messages == ["one", "two"])
    }

    @Test func anObserverReceivesAnyNumberOfBatches() {
        let count = Guarded(0)
        service.observe(from: .info, as: "test", on: clock) {
            { records in count.withLock { $0 += records.count } }
        }
        let logger = logger()
        // A frame of the stack for each batch would end the process.
        for _ in 0..<100_000 {
            logger.info("one")
            clock.runUntilIdle()
        }
        #expect(count.withLock { $0 } == 100_000)
    }

    @Test func aLevelThatNobodyWantsMakesNoText() {
        let seen = Collected()
        observe(from: .info, into: seen)
        let made = Guarded(0)
        func text() -> Logger.Message {
            made.withLock { $0 += 1 }
            return "text"
        }
        let logger = logger()
        logger.debug(text())
        #expect(made.withLock { $0 } == 0)
        logger.info(text())
        #expect(made.withLock { $0 } == 1)
    }

    @Test func aSlowObserverLosesTheOldestOfTheLowestLevelAndDelaysNobody() {
        let (slow, quick) = (Collected(), Collected())
        let other = VirtualScheduler(name: "slow")
        observe(from: .trace, on: other, capacity: 3, into: slow)
        observe(from: .trace, into: quick)
        let logger = logger()
        logger.info("1")
        logger.debug("2")
        logger.error("3")
        logger.warning("4")
        logger.error("5")
        logger.trace("6")
        clock.runUntilIdle()
        #expect(quick.messages == ["1", "2", "3", "4", "5", "6"])
        other.runUntilIdle()
        #expect(
            slow.messages == ["3", "4", "5", "3 records were dropped: test is too slow"])
    }

    /// The observer blocks its thread until the end of the test.
    @Test func anObserverThatBlocksDelaysNeitherTheCallersNorTheOthers() async {
        let end = DispatchSemaphore(value: 0)
        let (blocked, other) = (WorkScheduler(name: "blocked"), WorkScheduler(name: "other"))
        let seen = Collected()
        let received = Guarded<[LogRecord]>([])
        service.observe(from: .info, as: "blocked", on: blocked, capacity: 10) {
            { records in
                received.withLock { $0 += records }
                end.wait()
            }
        }
        service.observe(from: .info, as: "other", on: other, capacity: 10_000) { { seen.add($0) } }
        let logger = logger()
        let start = ContinuousClock.now
        for number in 1...10_000 { logger.info("\(number)") }
        let duration = start.duration(to: .now)
        await other.drained()
        #expect(seen.messages == (1...10_000).map { "\($0)" })
        print("10,000 records beside an observer that blocks: \(duration / 10_000) for each")
        for _ in 0..<20 { end.signal() }
        await blocked.drained()
        // Two batches at most, each with a record of the dropped ones.
        #expect(received.withLock { $0.count } <= 2 * (10 + 1))
    }

    @Test func theOrderOfEachProducerIsKept() async {
        let seen = Collected()
        let scheduler = WorkScheduler(name: "observer")
        service.observe(
            from: .info, as: "order", on: scheduler, capacity: 100_000
        ) { { seen.add($0) } }
        await withTaskGroup(of: Void.self) { group in
            for producer in 0..<4 {
                let logger = logger("\(producer)")
                group.addTask { for number in 0..<2_000 { logger.info("\(number)") } }
            }
        }
        await scheduler.drained()
        for producer in 0..<4 {
            let numbers = seen.records.filter { $0.label == "\(producer)" }.map(\.message)
            #expect(numbers == (0..<2_000).map { "\($0)" })
        }
        scheduler.shutDown()
    }

    @Test func metadataAndErrorsAreLines() throws {
        let seen = Collected()
        observe(from: .error, into: seen)
        var logger = logger("sync")
        logger[metadataKey: "run"] = "7"
        logger.error(
            "failed", error: CocoaError(.fileNoSuchFile),
            metadata: ["place": ["city": "Oslo", "days": ["1", "2"]]])
        clock.runUntilIdle()
        let record = try #require(seen.records.first)
        let line = LogFormat.text.line(record)
        #expect(
            line == "1970-01-01T00:00:01.500Z error sync: failed [CocoaError] place.city=Oslo "
                + "place.days.0=1 place.days.1=2 run=7")
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(LogFormat.json.line(record).utf8))
                as? [String: Any])
        #expect(json["level"] as? String == "error")
        #expect((json["metadata"] as? [String: String])?["place.city"] == "Oslo")
        #expect((json["error"] as? [String: String]) == ["type": "CocoaError"])
    }

    @Test func aLoggerMayHaveALevelOfItsOwn() {
        let seen = Collected()
        observe(from: .info, into: seen)
        var logger = logger()
        logger.logLevel = .error
        logger.info("one")
        logger.error("two")
        clock.runUntilIdle()
        #expect(seen.messages == ["two"])
    }
}
