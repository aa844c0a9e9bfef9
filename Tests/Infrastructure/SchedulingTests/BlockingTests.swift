import Dispatch
import Foundation
import Scheduling
import Testing

@Suite("Blocking calls")
struct BlockingTests {
    /// Blocks, as a synchronous program does.
    private static func ask(_ service: SchedulerBound<Int>) -> Int? {
        try? service.wait { $0 }
    }

    private static func end(_ scheduler: WorkScheduler) {
        _ = try? scheduler.shutDownAndWait()
    }

    private static func message(of result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("blocking the main scheduler traps after refuseBlockingOnMain")
    func blockingOnMainIsRefusedOnRequest() async {
        let waiting = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor in
            let service = SchedulerBound(on: WorkScheduler(name: "BL")) { 1 }
            Schedulers.refuseBlockingOnMain()
            _ = BlockingTests.ask(service)
        }
        #expect(
            Self.message(of: waiting).contains(
                "a blocking call on scheduler 'UI': SchedulerBound<Int>.wait"))
        let ending = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor in
            Schedulers.refuseBlockingOnMain()
            BlockingTests.end(WorkScheduler(name: "BL"))
        }
        #expect(
            Self.message(of: ending).contains(
                "a blocking call on scheduler 'UI': shutDownAndWait of scheduler 'BL'"))
    }

    @Test("a program may block its main scheduler while it starts, and other threads at any time")
    func blockingIsPermittedElsewhere() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let business = WorkScheduler(name: "BL")
            let service = SchedulerBound(on: business) { 1 }
            precondition(BlockingTests.ask(service) == 1)
            Schedulers.willBlock("starting")
            Schedulers.refuseBlockingOnMain()
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    Schedulers.willBlock("reading")
                    precondition(BlockingTests.ask(service) == 1)
                    continuation.resume()
                }
            }
            let other = WorkScheduler(name: "other")
            let answers = SchedulerBound(on: other) { BlockingTests.ask(service) }
            let answer = try await answers.run { $0 }
            precondition(answer == 1)
        }
    }

    @Test("repeating work on the main scheduler runs as part of the main actor")
    @MainActor
    func repeatingWorkRunsOnTheMainActor() async {
        @MainActor final class Ticks { var count = 0 }
        let ticks = Ticks()
        var repeatingWork: RepeatingWork?
        await withCheckedContinuation { continuation in
            repeatingWork = MainScheduler.shared.schedule(every: .milliseconds(1)) { @MainActor in
                ticks.count += 1
                if ticks.count == 3 { continuation.resume() }
            }
        }
        repeatingWork?.cancel()
        #expect(ticks.count >= 3)
    }
}
