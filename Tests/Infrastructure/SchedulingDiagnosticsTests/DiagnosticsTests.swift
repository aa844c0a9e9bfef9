import Dispatch
import Foundation
import Scheduling
import SchedulingDiagnostics
import SchedulingTestKit
import Testing

/// The diagnostics observe the whole program, so the tests run one at a time.
@Suite(.serialized) struct DiagnosticsTests {
    @Test func theRecorderKeepsTheLastRunsAndExportsThem() async throws {
        TraceRecorder.start(capacity: 8)
        defer { TraceRecorder.stop() }
        try await withScheduler("recorder test") { scheduler in
            let service = SchedulerBound(on: scheduler) { 1 }
            for _ in 0..<20 { scheduler.schedule {} }
            _ = try await service.run { $0 }
            await scheduler.drained()
            await scheduler.drained()
            let recordedRuns = TraceRecorder.recordedRuns.filter { $0.scheduler == "recorder test" }
            #expect(recordedRuns.count == 8)
            #expect(recordedRuns.contains { $0.activity == "Int" })
            #expect(recordedRuns.allSatisfy { ($0.wait ?? .zero) >= .zero && $0.run >= .zero })
            let trace = try JSONSerialization.jsonObject(
                with: Data(TraceRecorder.chromeTrace().utf8))
            let events = try #require((trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
            let names = events.filter { $0["ph"] as? String == "M" }.compactMap {
                $0["args"] as? [String: String]
            }
            #expect(names.contains(["name": "recorder test"]))
            let runs = events.filter { $0["ph"] as? String == "X" }
            #expect(
                runs.contains {
                    ($0["args"] as? [String: String])?["posted"]?.contains(
                        "DiagnosticsTests.swift")
                        == true
                })
        }
    }

    @Test func aTraceHasATrackForMarkedMoments() async throws {
        TraceRecorder.mark("too early", on: "services")
        TraceRecorder.start(capacity: 2)
        for name in ["first", "second", "third"] { TraceRecorder.mark(name, on: "services") }
        TraceRecorder.stop()
        TraceRecorder.mark("too late", on: "services")
        #expect(TraceRecorder.recordedMoments.map(\.name) == ["second", "third"])
        let trace = try JSONSerialization.jsonObject(with: Data(TraceRecorder.chromeTrace().utf8))
        let events = try #require((trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
        let title = events.first { ($0["args"] as? [String: String])?["name"] == "services" }
        let moments = events.filter { $0["ph"] as? String == "i" }
        #expect(moments.map { $0["name"] as? String } == ["second", "third"])
        #expect(moments.allSatisfy { $0["tid"] as? Int == title?["tid"] as? Int })
        #expect(moments.allSatisfy { $0["s"] as? String == "t" && $0["ts"] is Double })
    }

    /// In a process of its own, in which no other test has installed the observer.
    @Test func aSchedulerThatIsOlderThanTheRecorderIsRecorded() async {
        await #expect(processExitsWith: .success) {
            let scheduler = WorkScheduler(name: "older")
            await scheduler.drained()
            TraceRecorder.start()
            scheduler.schedule {}
            await scheduler.drained()
            await scheduler.drained()
            #expect(TraceRecorder.recordedRuns.contains { $0.scheduler == "older" })
        }
    }

    @Test func aTimerIsOneHop() async {
        TraceRecorder.start()
        defer { TraceRecorder.stop() }
        await withScheduler("timer test") { scheduler in
            await withCheckedContinuation { continuation in
                scheduler.schedule(after: .milliseconds(1)) { continuation.resume() }
            }
            await scheduler.drained()
            // The timer itself, and perhaps what waits for the end.
            let recordedRuns = TraceRecorder.recordedRuns.filter { $0.scheduler == "timer test" }
            let posted = recordedRuns.filter { $0.provenance != nil }
            #expect(recordedRuns.count == posted.count)
            #expect(recordedRuns.count <= 2)
        }
    }

    @Test func aKindIsRecordedUntilItsLastUserHasStopped() {
        let before = TraceOptions.requested
        defer { TraceOptions.requested = before }
        // Other suites that run meanwhile check the places from which their work was posted.
        TraceOptions.requested = .provenance
        #expect(TraceOptions.current == .provenance)
        TraceRecorder.start()
        TraceRecorder.start(capacity: 8)
        Watchdog.start { _ in }
        Watchdog.start { _ in }
        TraceRecorder.stop()
        TraceRecorder.stop()
        #expect(TraceOptions.current == [.provenance, .times])
        Watchdog.stop()
        Watchdog.stop()
        #expect(TraceOptions.current == .provenance)
    }

    @Test func usersOfTraceOptionsComeAndGoOnAnyThread() async {
        let before = TraceOptions.requested
        defer { TraceOptions.requested = before }
        TraceOptions.requested = .provenance
        await withTaskGroup { group in
            for user in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        if user % 2 == 0 { TraceRecorder.start() } else { Watchdog.start { _ in } }
                        if user % 2 == 0 { TraceRecorder.stop() } else { Watchdog.stop() }
                    }
                }
            }
        }
        #expect(TraceOptions.current == .provenance)
    }

    @Test func theWatchdogReportsAnItemThatRunsTooLongOncePerLimit() async {
        let (findings, continuation) = AsyncStream<Watchdog.Finding>.makeStream()
        var limits = Watchdog.Limits()
        limits.work = [.milliseconds(2), .milliseconds(4)]
        limits.wait = .seconds(3600)
        Watchdog.start(limits) { if $0.scheduler == "hung" { continuation.yield($0) } }
        defer { Watchdog.stop() }
        await withScheduler("hung") { scheduler in
            let gate = Gate(closing: scheduler)
            var found: [Watchdog.Finding] = []
            for await finding in findings {
                found.append(finding)
                if finding.limit == .milliseconds(4) { break }
            }
            gate.open()
            #expect(found.allSatisfy { $0.kind == .run && $0.duration > $0.limit })
            #expect(Set(found.map(\.limit)).count == found.count)
            #expect(found.last?.provenance?.description.contains("Gate.swift") == true)
        }
    }

    @Test func theWatchdogSleepsBetweenItsLooksWhateverTheLimits() {
        var limits = Watchdog.Limits()
        #expect(limits.checkInterval == .milliseconds(8))
        limits.wait = .milliseconds(4)
        #expect(limits.checkInterval == .milliseconds(2))
        limits.work = [.zero]
        #expect(limits.checkInterval == .milliseconds(1))
        (limits.main, limits.work, limits.wait) = ([], [], .zero)
        #expect(limits.checkInterval == .milliseconds(1))
    }

    @Test func theWatchdogReportsAWaitThatIsTooLong() async {
        let (findings, continuation) = AsyncStream<Watchdog.Finding>.makeStream()
        var limits = Watchdog.Limits()
        limits.wait = .nanoseconds(1)
        Watchdog.start(limits) {
            if $0.scheduler == "late", $0.kind == .wait { continuation.yield($0) }
        }
        defer { Watchdog.stop() }
        await withScheduler("late") { scheduler in
            let gate = Gate(closing: scheduler)
            scheduler.schedule {}
            gate.open()
            let finding = await findings.first { _ in true }
            #expect((finding?.duration ?? .zero) > .nanoseconds(1))
        }
    }

    @Test func theWatchdogReportsAnItemThatStillWaits() async {
        let (findings, continuation) = AsyncStream<Watchdog.Finding>.makeStream()
        var limits = Watchdog.Limits()
        limits.wait = .milliseconds(2)
        Watchdog.start(limits) {
            if $0.scheduler == "held up", $0.kind == .wait { continuation.yield($0) }
        }
        defer { Watchdog.stop() }
        await withScheduler("held up") { scheduler in
            let gate = Gate(closing: scheduler)
            scheduler.schedule {}
            // The gate's own item may have waited as well, on a busy machine.
            let finding = await findings.first {
                $0.provenance?.description.contains("DiagnosticsTests.swift") == true
            }
            gate.open()  // only now does the item begin
            #expect(finding?.limit == .milliseconds(2))
        }
    }

    /// In a process of its own, in which no other test uses the main actor.
    @Test func theWatchdogReportsCodeOfTheMainActorThatBlocks() async {
        await #expect(processExitsWith: .success) {
            await DiagnosticsTests().findsOneBlockOfTheMainActor()
        }
    }

    private func findsOneBlockOfTheMainActor() async {
        let isFound = DispatchSemaphore(value: 0)
        var limits = Watchdog.Limits()
        limits.main = [.milliseconds(20)]
        Watchdog.start(limits) { if $0.kind == .block { isFound.signal() } }
        defer { Watchdog.stop() }
        // The first attempts may come before the watchdog has seen that the main queue is served.
        var found: [Watchdog.Finding.Kind] = []
        for _ in 0..<50 where found.isEmpty {
            let (answer, again) = await MainActor.run {
                let answer = isFound.wait(timeout: .now() + .milliseconds(200))
                // One block passes the limit once, however often the watchdog looks.
                return (answer, isFound.wait(timeout: .now() + .milliseconds(60)))
            }
            if answer == .success { found.append(.block) }
            if again == .success { found.append(.block) }
        }
        #expect(found == [.block])
    }

    /// A release build can run it: no item is recorded.
    @Test func aWatchdogThatRecordsNoItemsReportsAMainQueueThatIsBlocked() async {
        await #expect(processExitsWith: .success) {
            let recorded = TraceOptions.current
            let isFound = DispatchSemaphore(value: 0)
            var limits = Watchdog.Limits()
            limits.recordsItems = false
            limits.main = [.milliseconds(20)]
            Watchdog.start(limits) { if $0.kind == .stall { isFound.signal() } }
            #expect(TraceOptions.current == recorded)
            var isReported = false
            for _ in 0..<50 where !isReported {
                isReported = await MainActor.run {
                    isFound.wait(timeout: .now() + .milliseconds(200)) == .success
                }
            }
            #expect(isReported)
            Watchdog.stop()
            #expect(TraceOptions.current == recorded)
        }
    }

    @Test func aTraceHasATrackForEachSchedulerAndAnArrowToEachRun() async throws {
        TraceRecorder.start()
        defer { TraceRecorder.stop() }
        try await withScheduler("twin") { first in
            try await withScheduler("twin") { second in
                await withCheckedContinuation { continuation in
                    first.schedule { second.schedule { continuation.resume() } }
                }
                await first.drained()
                await second.drained()
                let trace = try JSONSerialization.jsonObject(
                    with: Data(TraceRecorder.chromeTrace().utf8))
                let events = try #require(
                    (trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
                func ofPhase(_ phase: String) -> [[String: Any]] {
                    events.filter { $0["ph"] as? String == phase }
                }
                let twins = Set(
                    ofPhase("M").filter { ($0["args"] as? [String: String])?["name"] == "twin" }
                        .compactMap { $0["tid"] as? Int })
                #expect(twins.count == 2)
                let ends = ofPhase("f").filter { twins.contains($0["tid"] as? Int ?? 0) }
                let starts = ofPhase("s").filter { start in
                    ends.contains { $0["id"] as? Int == start["id"] as? Int }
                }
                #expect(starts.contains { twins.contains($0["tid"] as? Int ?? 0) })
                #expect(starts.count == ends.count)
            }
        }
    }

    @Test func theWatchdogReportsSchedulersThatWaitForEachOther() async throws {
        let (findings, continuation) = AsyncStream<Watchdog.Finding>.makeStream()
        var limits = Watchdog.Limits()
        limits.work = [.milliseconds(2)]
        limits.wait = .milliseconds(4)
        Watchdog.start(limits) { if case .cycle = $0.kind { continuation.yield($0) } }
        defer { Watchdog.stop() }
        try await withScheduler("cycle front") { front in
            try await withScheduler("cycle back") { back in
                let isSeen = DispatchSemaphore(value: 0)
                let inner = SchedulerBound(on: front) { 1 }
                let outer = SchedulerBound(on: back) { 1 }
                // The front waits for the back, which waits for the front, which stands still.
                async let answer = SchedulerBound(on: front) {
                    try outer.wait { outer in
                        try inner.wait { inner in
                            isSeen.wait()
                            return inner
                        } + outer
                    }
                }.run { $0 }
                var found: [Watchdog.Finding] = []
                for await finding in findings {
                    found.append(finding)
                    if found.count == 2 { break }
                }
                isSeen.signal()
                let both = try await answer
                #expect(both == 2)
                let byScheduler = found.sorted { $0.scheduler > $1.scheduler }
                #expect(
                    byScheduler.map(\.kind) == [
                        .cycle(["cycle front", "cycle back"]),
                        .cycle(["cycle back", "cycle front"]),
                    ])
                #expect(byScheduler.last?.activity == "Int")
                #expect(found.allSatisfy { $0.duration > $0.limit })
                #expect(found.allSatisfy { $0.description.contains("DiagnosticsTests.swift") })
            }
        }
    }

    @Test func theWatchdogReportsACycleThatIsRefused() async {
        let seen = Recorder<Watchdog.Finding>()
        Watchdog.start { seen.add($0) }
        defer { Watchdog.stop() }
        let scheduler = WorkScheduler(name: "self-blocking")
        let isRefused = Recorder<Bool>()
        scheduler.schedule {
            do {
                _ = try scheduler.shutDownAndWait()
            } catch { isRefused.add(true) }
        }
        await scheduler.drained()
        scheduler.shutDown()
        #expect(isRefused.values == [true])
        let cycles = seen.values.filter { $0.kind == .cycle(["self-blocking"]) }
        #expect(cycles.count == 1)
        #expect(
            cycles.first?.provenance?.description.contains("DiagnosticsTests.swift") == true)
    }
}
