import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Signals that start on one scheduler and are observed on another")
struct StartingElsewhereTests {
    private let files = VirtualScheduler(name: "files")
    private let here = VirtualScheduler(name: "here")

    private func runUntilIdle() {
        for _ in 0..<4 {
            files.runUntilIdle()
            here.runUntilIdle()
        }
    }

    @Test("the work runs on the named scheduler for each subscription, and arrives here")
    func workIsDoneOnTheNamedScheduler() {
        let starts = Guarded(0)
        let lines = Signal<Int, Oops>.deferred(on: files, in: here.home) { [files] _ in
            #expect(files.isCurrent)
            starts.withLock { $0 += 1 }
            return Signal.sequence(1...3).on(value: { _ in #expect(files.isCurrent) })
        }
        let probes = here.enter {
            [Probe(lines.map { $0 * 2 }), Probe(lines.map { $0 * 2 })]
        }
        #expect(starts.withLock { $0 } == 0)
        runUntilIdle()
        #expect(starts.withLock { $0 } == 2)
        #expect(probes.map(\.values) == [[2, 4, 6], [2, 4, 6]])
        #expect(probes.map(\.completion) == [.completed, .completed])
    }

    @Test("disposal ends the work on its scheduler")
    func disposalEndsTheWork() {
        let isOver = Guarded(false)
        let probe = here.enter {
            Probe(
                Signal<Int, Never>.deferred(on: files, in: .here) { [files] _ in
                    Signal.interval(.seconds(3600), in: .here).startWith(1).on(disposed: {
                        #expect(files.isCurrent)
                        isOver.withLock { $0 = true }
                    })
                })
        }
        runUntilIdle()
        #expect(probe.values == [1])
        here.enter { probe.dispose() }
        #expect(!isOver.withLock { $0 })
        runUntilIdle()
        #expect(isOver.withLock { $0 })
    }

    @Test("work of the observing scheduler itself needs no hop")
    func workAtHomeIsDirect() {
        here.enter {
            let probe = Probe(Signal<Int, Never>.deferred(on: here, in: .here) { _ in .just(1) })
            here.runUntilIdle()
            #expect(probe.values == [1])
        }
    }
}
