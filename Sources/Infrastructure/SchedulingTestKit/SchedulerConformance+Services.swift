import Dispatch
import Scheduling

extension SchedulerConformance.Rule {
    /// A service that records whether it is built, called and released on its scheduler.
    private final class Service {  // not @Schedulable: it records wrong schedulers itself
        private let scheduler: any Scheduler
        private let places: Recorder<Bool>

        init(_ scheduler: any Scheduler, _ places: Recorder<Bool>) {
            self.scheduler = scheduler
            self.places = places
            call()
        }

        deinit { call() }

        func call() { places.add(scheduler.isCurrent) }
    }

    private struct Refusal: Error {}

    static let services = [
        Self("a bound service is built, called and released on the scheduler") { harness in
            let scheduler = harness.scheduler
            let places = Recorder<Bool>()
            func use() async {
                let service = SchedulerBound(on: scheduler) { Service(scheduler, places) }
                service.schedule { $0.call() }
                do {
                    try await service.run { $0.call() }
                } catch {
                    harness.expect(false, "the call ended with \(error)")
                }
            }
            await use()
            await scheduler.drained()
            harness.expect(
                places.values == [true, true, true, true], "the places were \(places.values)")
        },
        Self("the calls and the dependents of a service that cannot be built fail") { harness in
            let scheduler = harness.scheduler
            let broken = SchedulerBound<Int>(on: scheduler) { throw Refusal() }
            let neighbour = SchedulerBound(on: scheduler) { [try broken.get(in: $0)] }
            do {
                _ = try await neighbour.run { $0 }
                harness.expect(false, "the call of the dependent succeeded")
            } catch {
                let cause = (error as? BoundError)?.cause as? BoundError
                harness.expect(
                    cause?.code == .constructionFailed && cause?.cause is Refusal,
                    "the call ended with \(error)")
            }
        },
        Self("a foreign thread can wait for the answer") { harness in
            let service = SchedulerBound(on: harness.scheduler) { 1 }
            await harness.completes("the answer") { done in
                DispatchQueue.global().async {
                    let answer = try? service.wait { $0 }
                    harness.expect(answer == 1, "no answer arrived")
                    done()
                }
            }
        },
        Self("a call that is cancelled while it is queued is not made") { harness in
            let scheduler = harness.scheduler
            let calls = Recorder<Int>()
            let service = SchedulerBound(on: scheduler) { 1 }
            await scheduler.drained()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await service.run { calls.add($0) }
            }
            let result = await task.result
            await scheduler.drained()
            if case .success = result { harness.expect(false, "the call succeeded") }
            harness.expect(calls.values.isEmpty, "the call was made")
        },
    ]
}
