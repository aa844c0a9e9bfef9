import Foundation
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct ShutdownTests {
    @Test func anOrderlyShutdownRunsWhatIsQueuedAndSkipsWhatSaysSo() async {
        let scheduler = WorkScheduler(name: "BL")
        let ran = Recorder<String>()
        let gate = Gate(closing: scheduler)
        scheduler.schedule { ran.add("run") }
        scheduler.schedule(atShutdown: .skip) { ran.add("skip") }
        scheduler.schedule(after: .seconds(3600)) { ran.add("delayed") }
        scheduler.schedule(after: .seconds(3600), atShutdown: .run) { ran.add("delayed, run") }
        scheduler.shutDown()
        gate.open()
        let report = await scheduler.finished()
        #expect(ran.values == ["run", "delayed, run"])
        #expect(report.ranCount == 2)
        #expect(report.skippedCount == 2)
        #if DEBUG
            #expect(report.skipped.map { "\($0.file)" } == Array(repeating: "\(#fileID)", count: 2))
        #endif
    }

    @Test func finishRunningSkipsAllThatHasNotBegun() async {
        let scheduler = WorkScheduler(name: "BL")
        let ran = Recorder<String>()
        let gate = Gate(closing: scheduler)
        for _ in 0..<10 { scheduler.schedule { ran.add("queued") } }
        scheduler.schedule(atShutdown: .always) { ran.add("always") }
        scheduler.shutDown(.finishRunning)
        gate.open()
        let report = await scheduler.finished()
        #expect(ran.values == ["always"])
        #expect(report.skippedCount == 10)
    }

    @Test(arguments: [ShutdownMode.orderly, .finishRunning])
    func workForTheDistantFutureRunsAtTheEnd(_ mode: ShutdownMode) async {
        let scheduler = WorkScheduler(name: "BL")
        let ran = Recorder<String>()
        func postForTheEnd(_ name: String) -> ScheduledWork {
            let item = WorkItem({ ran.add(name) }, atShutdown: .always, provenance: nil)
            return scheduler.post(item, at: .distantFuture, tolerance: .zero)
        }
        let cancelled = postForTheEnd("cancelled")
        _ = postForTheEnd("taken up")
        scheduler.schedule(after: .seconds(3600), atShutdown: .run) { ran.add("timer") }
        await scheduler.drained()
        let gate = Gate(closing: scheduler)
        _ = postForTheEnd("queued")
        scheduler.schedule { ran.add("work") }
        cancelled.cancel()
        scheduler.shutDown(mode)
        gate.open()
        _ = await scheduler.finished()
        let all = ["work", "taken up", "queued", "timer"]
        #expect(ran.values == (mode == .orderly ? all : ["taken up", "queued"]))
        _ = postForTheEnd("late")
        await scheduler.drained()
        #expect(ran.values.last == "late")
    }

    @Test func workPostedAfterShutdownIsRefusedAndReleasedOnTheCallersThread() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let releases = Recorder<String?>()
        func post() -> PostResult {
            let probe = releases.probe()
            return scheduler.schedule { withExtendedLifetime(probe) {} }
        }
        #expect(post() == .shutDown)
        #expect(releases.values == [nil])
        #expect(!scheduler.schedule(after: .seconds(1)) {}.isWaiting)
    }

    @Test func skippedWorkIsReleasedOnItsScheduler() async {
        let scheduler = WorkScheduler(name: "BL")
        let releases = Recorder<String?>()
        let gate = Gate(closing: scheduler)
        func post() {
            let (queued, delayed) = (releases.probe(), releases.probe())
            scheduler.schedule { withExtendedLifetime(queued) {} }
            scheduler.schedule(after: .seconds(3600)) { withExtendedLifetime(delayed) {} }
        }
        post()
        scheduler.shutDown(.finishRunning)
        gate.open()
        _ = await scheduler.finished()
        #expect(releases.values == ["BL", "BL"])
    }

    @Test func aSchedulerMayBeShutDownFromItsOwnItem() async {
        let scheduler = WorkScheduler(name: "BL")
        let postResults = Recorder<PostResult>()
        scheduler.schedule {
            scheduler.shutDown()
            postResults.add(scheduler.schedule {})
        }
        let report = await scheduler.finished()
        #expect(postResults.values == [.shutDown])
        #expect(report.skippedCount == 0)
    }

    @Test func postsThatRaceAShutdownEitherRunOrAreRefused() async {
        for _ in 0..<50 {
            let scheduler = WorkScheduler(name: "BL")
            let ran = Recorder<Int>()
            async let accepted = Task.detached {
                (0..<500).count { number in scheduler.schedule { ran.add(number) } == .accepted }
            }.value
            scheduler.shutDown()
            let count = await accepted
            _ = await scheduler.finished()
            #expect(ran.values.count == count)
        }
    }

    @Test func whatRunsAlwaysRunsInsideTheSchedulerAlsoAfterItsEnd() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let isCurrent = await withCheckedContinuation { continuation in
            scheduler.schedule(atShutdown: .always) {
                continuation.resume(returning: scheduler.isCurrent)
            }
        }
        #expect(isCurrent)
    }

    @Test func aWaitDuringAShutdownRunsWhatComesLate() async {
        await withScheduler("UI") { other in
            let scheduler = WorkScheduler(name: "BL")
            let gate = Gate(closing: scheduler)
            let asked = DispatchSemaphore(value: 0)
            let late = DispatchSemaphore(value: 0)
            let value = SchedulerBound(on: other) { 1 }
            let answers = Recorder<String>()
            scheduler.schedule {
                do {
                    let answer = try value.wait(deadline: .seconds(60)) {
                        asked.signal()
                        late.wait()
                        return $0
                    }
                    answers.add("\(answer)")
                } catch {
                    answers.add("\(error)")
                }
            }
            scheduler.shutDown()
            gate.open()
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    asked.wait()
                    continuation.resume()
                }
            }
            scheduler.schedule(atShutdown: .always) { late.signal() }
            _ = await scheduler.finished()
            #expect(answers.values == ["1"])
        }
    }

    @Test func shutDownAndWaitReturnsTheReport() throws {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.schedule {}
        let report = try scheduler.shutDownAndWait()
        #expect(report.skippedCount == 0)
        #expect(try scheduler.shutDownAndWait().skippedCount == 0)
    }

    @Test func schedulersThatWaitForEachOthersEndAreACycle() async throws {
        let first = WorkScheduler(name: "first")
        let second = WorkScheduler(name: "second")
        let errors = Recorder<BlockingError>()
        let gate = Gate(closing: second)
        second.schedule {
            do throws(BlockingError) { _ = try first.shutDownAndWait() } catch { errors.add(error) }
        }
        first.schedule {
            gate.open()
            do throws(BlockingError) { _ = try second.shutDownAndWait() } catch {
                errors.add(error)
            }
        }
        first.shutDown()
        second.shutDown()
        _ = await (first.finished(), second.finished())
        #expect(errors.values.count == 1)
    }

    @Test func waitingForTheOwnEndIsACycle() async {
        await withScheduler { scheduler in
            let error = await withCheckedContinuation {
                (continuation: CheckedContinuation<BlockingError?, Never>) in
                scheduler.schedule {
                    do throws(BlockingError) {
                        _ = try scheduler.shutDownAndWait()
                        continuation.resume(returning: nil)
                    } catch { continuation.resume(returning: error) }
                }
            }
            #expect(error?.schedulers == ["BL"])
        }
    }

    @Test func waitingForTheEndOfASchedulerThatServesMeanwhileIsACycle() async {
        await withScheduler("front") { front in
            await withScheduler("back") { back in
                let value = SchedulerBound(on: front) { 1 }
                await front.drained()
                let error = await withCheckedContinuation {
                    (continuation: CheckedContinuation<BlockingError?, Never>) in
                    front.schedule {
                        let isServing = DispatchSemaphore(value: 0)
                        back.schedule { _ = try? value.wait { $0 } }
                        back.schedule { isServing.signal() }
                        isServing.wait()
                        do throws(BlockingError) {
                            _ = try back.shutDownAndWait()
                            continuation.resume(returning: nil)
                        } catch { continuation.resume(returning: error) }
                    }
                }
                #expect(error?.schedulers == ["front", "back"])
            }
        }
    }

    @Test func whoAskedForTheEndIsToldWhenNobodyIsInsideAnyMore() async {
        let scheduler = WorkScheduler(name: "BL")
        let place = await withCheckedContinuation {
            (continuation: CheckedContinuation<String?, Never>) in
            let gate = Gate(closing: scheduler)
            scheduler.shutDown { _ in continuation.resume(returning: Schedulers.current?.name) }
            gate.open()
        }
        #expect(place == nil)
    }
}
