import Scheduling
import SchedulingTestKit
import Testing

/// The trace options belong to the whole program, so the tests run one at a time.
@Suite(.serialized) struct InstrumentationTests {
    @Test func provenanceRemembersFourParents() {
        let before = TraceOptions.requested
        defer { TraceOptions.requested = before }
        TraceOptions.requested = [.provenance]
        let clock = VirtualScheduler()
        let chains = Recorder<Int>()
        @Sendable func post(_ depth: Int) {
            clock.schedule {
                var length = 0
                var provenance = Provenance.capture(#fileID, #line)
                while let place = provenance {
                    length += 1
                    provenance = place.parent
                }
                chains.add(length)
                if depth > 0 { post(depth - 1) }
            }
        }
        post(7)
        clock.runUntilIdle()
        #expect(chains.values == [2, 3, 4, 5, 5, 5, 5, 5])
    }

    @Test func theBacklogIsReadableAndObservable() async {
        let before = TraceOptions.requested
        defer { TraceOptions.requested = before }
        TraceOptions.requested = [.provenance, .times]
        await withScheduler { scheduler in
            let seen = Recorder<Backlog>()
            let observation = scheduler.observeBacklog { seen.add($0) }
            await scheduler.drained()
            let gate = Gate(closing: scheduler)
            for _ in 0..<5 { scheduler.schedule {} }
            let backlog = scheduler.backlog
            #expect(backlog.count == 5)
            #expect((backlog.oldestWait ?? .zero) > .zero)
            gate.open()
            await scheduler.drained()
            #expect(seen.values.contains { $0.count >= 5 })
            observation.cancel()
            #expect(scheduler.backlog == Backlog.none)
        }
    }

    @Test func anUnimplementedSchedulerFailsTheTestThatUsesIt() {
        let failures = Recorder<String>()
        let unused = UnimplementedScheduler(name: "network") { failures.add($0) }
        #expect(unused.schedule {} == .shutDown)
        #expect(!unused.schedule(after: .seconds(1)) {}.isWaiting)
        #expect(failures.values.count == 3)
        #expect(failures.values.allSatisfy { $0.contains("network") })
    }
}
