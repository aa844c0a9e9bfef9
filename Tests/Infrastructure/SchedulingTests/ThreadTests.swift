#if os(Linux)
    import Foundation
    import Glibc
    import Scheduling
    import SchedulingTestKit
    import Testing

    @Suite struct ThreadTests {
        @Test(arguments: [WorkScheduler.Priority.default, .utility])
        func theThreadCarriesTheSchedulersNameAndPriority(
            _ priority: WorkScheduler.Priority
        ) async {
            let scheduler = WorkScheduler(name: "a name of many letters", priority: priority)
            let (name, nice) = await withCheckedContinuation { continuation in
                scheduler.schedule {
                    let name = try? String(
                        contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                    continuation.resume(returning: (name, Self.niceValue))
                }
            }
            #expect(name == "a name of many \n")
            #expect(nice == min(19, Self.niceValue + (priority == .utility ? 5 : 0)))
            scheduler.shutDown()
        }

        private static var niceValue: Int32 {
            getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        }

        @Test func anIdleSchedulerUsesNoProcessor() async throws {
            try await withScheduler { scheduler in
                await scheduler.drained()
                let before = try #require(await Self.processorTime(of: scheduler))
                let after = try #require(
                    await Self.processorTime(of: scheduler, after: .milliseconds(50)))
                #expect(after - before < 2_000_000, "nanoseconds in 50 milliseconds without work")
            }
        }

        private static func processorTime(
            of scheduler: WorkScheduler, after delay: Duration = .zero
        ) async -> Int64? {
            await withCheckedContinuation { continuation in
                scheduler.schedule(after: delay) {
                    continuation.resume(returning: ownProcessorTime())
                }
            }
        }

        /// In nanoseconds; the first figure of the kernel's scheduler statistics.
        ///
        /// Not read by `clock_gettime`: which module the members of `timespec` belong to depends on
        /// what else the compiler read before, so that it takes them or not.
        private static func ownProcessorTime() -> Int64? {
            let statistics = try? String(
                contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
            return statistics?.split(separator: " ").first.flatMap { Int64($0) }
        }
    }
#endif
