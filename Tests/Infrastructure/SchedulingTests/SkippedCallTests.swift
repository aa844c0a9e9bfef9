import Scheduling
import SchedulingTestKit
import Testing

/// The effects on a service and its calls of a shutdown that skips queued work.
@Suite struct SkippedCallTests {
    @Test func aServiceWhoseConstructionWasSkippedIsUnavailableAtOnce() async {
        await #expect(processExitsWith: .success) {
            let home = WorkScheduler(name: "BL")
            let gate = Gate(closing: home)
            let gateway = SchedulerBound(on: home) { 1 }
            let codes = Recorder<BoundError.Code?>()
            home.schedule(atShutdown: .always) {
                let host = SchedulerBound(on: home) { isolation in
                    do {
                        return try gateway.get(in: isolation)
                    } catch let error as BoundError {
                        codes.add(error.code)
                        throw error
                    }
                }
                withExtendedLifetime(host) {}
            }
            home.shutDown(.finishRunning)
            gate.open()
            _ = await home.finished()
            #expect(codes.values == [.schedulerShutDown])
        }
    }

    @Test func aSkippedCallIsCounted() async {
        // The count is the program's: other tests add to it.
        await #expect(processExitsWith: .success) {
            let home = WorkScheduler(name: "BL")
            let service = SchedulerBound(on: home) { 1 }
            await home.drained()
            let calls = Recorder<Int>()
            let gate = Gate(closing: home)
            #expect(service.schedule { calls.add($0) } == .accepted)
            home.shutDown(.finishRunning)
            gate.open()
            let report = await home.finished()
            #expect(report.skippedCount == 1)
            #expect(Schedulers.undeliveredCalls == 1)
            #expect(calls.values.isEmpty)
        }
    }

    @Test func undeliveredCallsAreLoggedAtPowersOfTwo() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            let home = WorkScheduler(name: "BL")
            let service = SchedulerBound(on: home) { 1 }
            home.shutDown()
            _ = await home.finished()
            for _ in 0..<5 { service.schedule { _ in } }
            #expect(Schedulers.undeliveredCalls == 5)
        }
        let log = String(decoding: result.standardErrorContent, as: UTF8.self)
        for (number, isLogged) in [true, true, false, true, false].enumerated() {
            #expect(log.contains("undelivered=\(number + 1)") == isLogged, "\(log)")
        }
    }
}
