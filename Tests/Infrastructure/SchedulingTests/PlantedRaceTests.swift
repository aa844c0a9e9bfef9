import Foundation
import Scheduling
import SchedulingTestKit
import Synchronization
import Testing

/// A service that is touched from two schedulers, by the way that the compiler cannot see.
private final class Smuggled: @unchecked Sendable {  // a lie, and the subject of the test
    var count = 0
    /// Relaxed: the sanitizer takes a stronger ordering for a synchronization of the schedulers.
    let begun = Atomic(0)
}

/// Run by `make tsan` only, which expects the thread sanitizer to find what is wrong here.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["PLANTED_RACE"] != nil,
        "make tsan runs it"))
struct PlantedRaceTests {
    @Test func twoSchedulersTouchOneCounter() async {
        await withScheduler("first") { first in
            await withScheduler("second") { second in
                let smuggled = Smuggled()
                for scheduler in [first, second] {
                    scheduler.schedule {
                        smuggled.begun.add(1, ordering: .relaxed)
                        while smuggled.begun.load(ordering: .relaxed) < 2 {}
                        for _ in 0..<1_000 { smuggled.count += 1 }
                    }
                }
                await first.drained()
                await second.drained()
            }
        }
    }
}
