import CoreMetrics
import Dispatch
import Scheduling
import SchedulingDiagnostics
import Testing

@Suite struct SchedulerMetricsTests {
    /// In a process of its own: a metrics system is the whole process's.
    @Test func aSchedulerRecordsEachFigure() async {
        await #expect(processExitsWith: .success) {
            let figures = Figures()
            MetricsSystem.bootstrap(figures)
            SchedulerMetrics.start()
            let scheduler = WorkScheduler(name: "metered")
            // The first item posts the others, so that these wait together.
            await withCheckedContinuation { continuation in
                scheduler.schedule {
                    scheduler.schedule {}
                    scheduler.schedule { continuation.resume() }
                }
            }
            scheduler.shutDown()
            _ = await scheduler.finished()
            let counts = figures.counts
            #expect(counts["scheduler.posted"] == 3)
            #expect(counts["scheduler.run"] == 3)
            #expect(counts["scheduler.wait.time"] == 3)
            #expect(counts["scheduler.run.time"] == 3)
            #expect((counts["scheduler.backlog.max"] ?? 0) >= 1)
        }
    }

    /// The number of items that are still to be run.
    private final class Countdown: Sendable {
        private let left = Guarded(40_000)

        /// Counts an item; returns whether it is the last one.
        func isOver() -> Bool {
            left.withLock { left in
                left -= 1
                return left == 0
            }
        }
    }

    /// Items are posted between the moment at which a batch is taken and that at which it is
    /// counted.
    @Test func itemsOfSeveralProducersAreCountedOnce() async {
        await #expect(processExitsWith: .success) {
            let figures = Figures()
            MetricsSystem.bootstrap(figures)
            SchedulerMetrics.start()
            let scheduler = WorkScheduler(name: "metered")
            let left = Countdown()
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    for _ in 0..<10_000 {
                        scheduler.schedule { if left.isOver() { continuation.resume() } }
                    }
                }
            }
            scheduler.shutDown()
            _ = await scheduler.finished()
            let counts = figures.counts
            #expect(counts["scheduler.posted"] == 40_000)
            #expect(counts["scheduler.run"] == 40_000)
        }
    }
}

/// Counts the values of each label.
private final class Figures: MetricsFactory {
    private let state = Guarded([String: Int]())

    var counts: [String: Int] { state.withLock { $0 } }

    private func count(_ label: String, _ amount: Int = 1) {
        state.withLock { $0[label, default: 0] += amount }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Meter { [self] in count(label, $0) }
    }
    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { Meter { [self] _ in count(label) } }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Meter { [self] _ in count(label) }
    }
    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler { NOOPMetricsHandler.instance }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        NOOPMetricsHandler.instance
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}

    private final class Meter: CounterHandler, RecorderHandler, TimerHandler {
        private let told: @Sendable (Int) -> Void
        init(_ told: @escaping @Sendable (Int) -> Void) { self.told = told }
        func increment(by amount: Int64) { told(Int(amount)) }
        func reset() {}
        func record(_ value: Int64) { told(1) }
        func record(_ value: Double) { told(1) }
        func recordNanoseconds(_ duration: Int64) { told(1) }
    }
}
