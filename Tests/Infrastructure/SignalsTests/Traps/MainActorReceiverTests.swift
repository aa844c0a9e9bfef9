import Scheduling
import Signals
import Testing

/// None of these presenters needs `assumeIsolated`.
@Suite("Receivers on the main actor")
struct MainActorReceiverTests {
    @MainActor
    final class Screen {
        var shown: [Int] = []
        var isDone = false
    }

    @Test("a subscription that is made on another scheduler calls its receiver on the main actor")
    func subscriptionMadeElsewhereCallsTheMainActor() async {
        let business = WorkScheduler(name: "BL")
        let screen = Screen()
        await withCheckedContinuation { continuation in
            BoundSignal<Int, Oops>(on: business) { .sequence(1...3) }
                .deliver(to: screen, on: .shared) { screen, number in
                    screen.shown.append(number)
                } ended: { screen, completion in
                    screen.isDone = completion == .completed
                    continuation.resume()
                }
        }
        let (shown, isDone) = await (screen.shown, screen.isDone)
        #expect(shown == [1, 2, 3])
        #expect(isDone)
        business.shutDown()
    }

    @Test("closures that are written on the main actor use its state")
    @MainActor
    func closuresOfTheMainActorUseItsState() async {
        let screen = Screen()
        let subject = Subject<Int, Oops>()
        subject.signal.observe {
            screen.shown.append($0)
        } failed: { _ in
            screen.isDone = true
        }
        subject.send(1)
        subject.fail(Oops())
        #expect(screen.shown == [1])
        #expect(screen.isDone)
    }

    @Test("a released receiver ends the subscription with the next value")
    func receiverThatIsGoneEndsTheSubscription() async throws {
        let business = WorkScheduler(name: "BL")
        let numbers = SchedulerBound(on: business) { Subject<Int, Never>() }
        var screen = Optional(Screen())
        if let screen {
            numbers.signal { $0.signal }
                .deliver(to: screen, on: .shared) { $0.shown.append($1) }
        }
        await runUntilIdle(business)
        let before = try await numbers.run { $0.observerCount }
        #expect(before == 1)
        screen = nil
        numbers.schedule { $0.send(1) }
        await runUntilIdle(business)
        let after = try await numbers.run { $0.observerCount }
        #expect(after == 0)
        business.shutDown()
    }

    private func runUntilIdle(_ business: WorkScheduler) async {
        for _ in 0..<4 {
            await MainScheduler.shared.drained()
            await business.drained()
        }
    }
}
