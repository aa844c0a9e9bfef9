import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import HTTPGateway

@Suite struct HostPacerTests {
    private let scheduler = VirtualScheduler()
    private let refusal = HTTPError(.rateLimited, "the server answered 429")

    @Test func aLongQueueThatEndsAtOnceNeedsNoStack() async {
        let started = await onSmallStack {
            let scheduler = VirtualScheduler()
            return scheduler.enter {
                let pacer = HostPacer(home: scheduler.home, .init(concurrency: 1))
                var started = 0
                let first = pacer.acquire { _ in started += 1 }
                let others = (0..<20_000).map { _ in
                    pacer.acquire { ticket in
                        started += 1
                        pacer.release(ticket, .silence)
                    }
                }
                pacer.release(1, .silence)
                first.dispose()
                others.forEach { $0.dispose() }
                return started
            }
        }
        #expect(started == 20_001)
    }

    @Test func aPauseIsSentWhenItBeginsAndWhenItEnds() {
        scheduler.enter {
            let pacer = HostPacer(home: scheduler.home, .init())
            var reasons: [HostPause.Reason?] = []
            let observation = pacer.pauses.observe { reasons.append($0?.reason) }
            pacer.pauseAll(for: .seconds(10), .rateLimited, after: refusal)
            #expect(reasons == [nil, .rateLimited])
            scheduler.run()
            #expect(reasons == [nil, .rateLimited, nil])
            observation.dispose()
        }
    }

    @Test func whatIsGivenUpIsReleasedAtOnce() {
        scheduler.enter {
            let pacer = HostPacer(home: scheduler.home, .init())
            pacer.pauseAll(for: .seconds(10), .rateLimited, after: refusal)
            weak var witness: Witness?
            let request = waiting(in: pacer) { witness = $0 }
            #expect(witness != nil)
            request.dispose()
            #expect(witness == nil)
        }
    }

    @Test func whatHasStartedIsNotKept() {
        scheduler.enter {
            let pacer = HostPacer(home: scheduler.home, .init())
            pacer.pauseAll(for: .seconds(10), .rateLimited, after: refusal)
            weak var witness: Witness?
            let request = waiting(in: pacer) { witness = $0 }
            scheduler.run()
            #expect(witness == nil)
            request.dispose()
        }
    }

    private final class Witness {}

    /// A queued request of `pacer`, which keeps a witness as long as it is kept itself.
    private func waiting(in pacer: HostPacer, _ report: (Witness) -> Void) -> Disposable {
        let witness = Witness()
        report(witness)
        return pacer.acquire { _ in withExtendedLifetime(witness) {} }
    }

    /// Returns the result of `body` on a thread with a stack of 256 KiB.
    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async
        -> Result
    {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }
}
