import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import HTTPGateway
@testable import HTTPGatewayTestKit

@Suite("The memory of pacers")
struct PacerMemoryTests {
    /// A memory whose time is that of a scheduler.
    private final class Memory: PacerMemory {
        let scheduler: VirtualScheduler
        private(set) var kept: [(experience: PacerExperience, time: SchedulerInstant)] = []

        init(_ scheduler: VirtualScheduler) { self.scheduler = scheduler }

        func recall() -> PacerExperience? {
            guard let (experience, time) = kept.last else { return nil }
            let rest = experience.pause - time.duration(to: scheduler.now)
            return PacerExperience(
                concurrency: experience.concurrency, pause: max(.zero, rest))
        }

        func keep(_ experience: PacerExperience) { kept.append((experience, scheduler.now)) }
    }

    private let scheduler = VirtualScheduler()

    private func seconds(_ instant: SchedulerInstant) -> Int64 {
        instant.nanoseconds / 1_000_000_000
    }

    @Test func aSecondProcessWaitsForTheRestOfThePause() {
        scheduler.enter {
            let scheduler = scheduler
            let memory = Memory(scheduler)
            let first = HostStub(home: .here, pacer: HostPacer(home: .here, memory: memory)) { _ in
                StubResponse(429, headers: ["Retry-After": "60"])
            }
            let refused = first.output(of: GET()).observe({ _ in }, ended: { _ in })
            scheduler.advance(by: .seconds(20))
            refused.dispose()

            var sent: [Int64] = []
            let second = HostStub(home: .here, pacer: HostPacer(home: .here, memory: memory)) { _ in
                sent.append(scheduler.now.nanoseconds / 1_000_000_000)
                return .text("ok")
            }
            var pauses: [HostPause?] = []
            let watching = second.pauses.observe { pauses.append($0) }
            var answers = 0
            second.output(of: GET()).observe({ _ in answers += 1 }, ended: { _ in })
            scheduler.advance(by: .seconds(39))
            #expect(sent.isEmpty)
            #expect(pauses.map { $0?.reason } == [.rateLimited])
            #expect(pauses[0].map { seconds($0.until) } == 60)
            scheduler.run()
            #expect(sent == [60] && answers == 1)
            watching.dispose()
        }
    }

    @Test func aSecondProcessBeginsWithTheRateOfTheFirst() {
        scheduler.enter {
            let memory = Memory(scheduler)
            let first = HostPacer(home: .here, .init(concurrency: 16), memory: memory)
            let refusal = HTTPError(.rateLimited, "the server answered 429")
            first.pauseAll(for: .seconds(5), .rateLimited, after: refusal)
            #expect(memory.kept.map(\.experience.concurrency) == [8])
            scheduler.advance(by: .seconds(100))
            let second = HostPacer(home: .here, .init(concurrency: 16), memory: memory)
            var started = 0
            let requests = (0..<20).map { _ in second.acquire { _ in started += 1 } }
            #expect(started == 8)
            requests.forEach { $0.dispose() }
        }
    }

    @Test func aRateThatHasRecoveredIsKeptOnce() {
        scheduler.enter {
            let memory = Memory(scheduler)
            memory.keep(PacerExperience(concurrency: 2, pause: .zero))
            let pacer = HostPacer(home: .here, .init(concurrency: 4), memory: memory)
            for _ in 0..<30 {
                var started: Int?
                let request = pacer.acquire { started = $0 }
                if let started { pacer.release(started, .success) }
                request.dispose()
            }
            #expect(memory.kept.map(\.experience.concurrency) == [2, 4])
        }
    }

    @Test func aFailureOfTheNetworkIsNotKept() {
        scheduler.enter {
            let memory = Memory(scheduler)
            let pacer = HostPacer(home: .here, memory: memory)
            let failure = HTTPError(.connectionLost, "the connection was lost")
            pacer.pauseAll(for: .seconds(5), .backingOff, after: failure)
            #expect(memory.kept.isEmpty)
        }
    }

    @Test(arguments: [0.0, -3, 1e9, .infinity])
    func aStoredRateOutsideTheLimitsIsBrought(into concurrency: Double) {
        var state = PacerState<Int>(concurrency: 4, longestPause: .seconds(300))
        let experience = PacerExperience(concurrency: concurrency, pause: .seconds(100_000))
        let pause = state.continued(experience, at: SchedulerInstant(nanoseconds: 0))
        #expect(pause == .seconds(300))
        #expect((1...4).contains(state.experience.concurrency))
    }
}
