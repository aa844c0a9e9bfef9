import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// How far the task-local values of a caller go.
@Suite struct TaskLocalTests {
    @TaskLocal private static var span = "none"

    @Test func taskLocalValuesPassThroughRunAndEndAtPosts() async throws {
        let (home, other) = (WorkScheduler(name: "home"), WorkScheduler(name: "other"))
        let (source, receiver) = (
            SchedulerBound(on: home) { Source() }, SchedulerBound(on: other) { Receiver() }
        )
        let pool = ServicePool(on: [home]) { Receiver() }
        let seen = Recorder<String>()
        @Sendable func note(_ place: String) { seen.add("\(place): \(Self.span)") }
        let mailbox = Mailbox<Int>(to: home) { _ in note("Mailbox") }
        source.signal { $0.plain.signal }.deliver(to: receiver) { _, _ in
            note("hop")
        }
        for scheduler in [home, other, home] { await scheduler.drained() }
        try await Self.$span.withValue("request") {
            let value = Held(HeldCount())
            try await source.run {
                note("run")
                $0.plain.send(value)
            }
            note("after run")
            try await pool.run { _ in note("ServicePool.run") }
            source.schedule { _ in note("schedule") }
            home.schedule { note("post") }
            home.schedule(after: .zero, atShutdown: .run) { note("timer") }
            mailbox.send(1)
        }
        for scheduler in [home, other] { await scheduler.drained() }
        for scheduler in [home, other] {
            scheduler.shutDown()
            _ = await scheduler.finished()
        }
        #expect(
            seen.values.sorted() == [
                "Mailbox: none", "ServicePool.run: none", "after run: request", "hop: none",
                "post: none", "run: request", "schedule: none", "timer: none",
            ])
    }
}
