#if os(Linux)
    import Dispatch
    import Foundation
    import Glibc
    import Scheduling
    import Testing

    @Suite struct ThreadTests {
        @Test func theThreadCarriesTheSchedulersNameAndALowerPriority() async {
            await withScheduler("a name of many letters") { scheduler in
                let (name, nice) = await withCheckedContinuation { continuation in
                    scheduler.schedule {
                        let name = try? String(
                            contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                        continuation.resume(
                            returning: (
                                name, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                            ))
                    }
                }
                #expect(name == "a name of many \n")
                #expect(nice >= 5)
            }
        }

        @Test func anIdleSchedulerUsesNoProcessor() async throws {
            await withScheduler { scheduler in
                await scheduler.drained()
                let used = await withCheckedContinuation { continuation in
                    let before = Self.processorTime(of: scheduler)
                    scheduler.schedule(after: .milliseconds(50)) {
                        continuation.resume(returning: Self.ownProcessorTime() - before)
                    }
                }
                #expect(used < 2_000_000, "nanoseconds in 50 milliseconds without work")
            }
        }

        private static func processorTime(of scheduler: WorkScheduler) -> Int64 {
            let answer = Recorder<Int64>()
            let done = DispatchSemaphore(value: 0)
            scheduler.schedule {
                answer.add(ownProcessorTime())
                done.signal()
            }
            done.wait()
            return answer.values[0]
        }

        private static func ownProcessorTime() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }
#endif
