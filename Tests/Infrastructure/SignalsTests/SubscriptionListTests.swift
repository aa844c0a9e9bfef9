import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("The list of live subscriptions, and the leaks of a test")
struct SubscriptionListTests {
    private let here = VirtualScheduler(name: "here")

    private final class Screen {
        var shown: [Int] = []
    }

    private var listed: [String] {
        SubscriptionTracker.subscriptions.filter { $0.isOn(here) }.map(\.description)
    }

    #if DEBUG
        @Test(
            "a subscription is listed with names, line and scheduler until it is disposed of"
        )
        func subscriptionIsListedUntilItIsDisposedOf() {
            here.enter {
                let subject = Subject<Int, Never>()
                let pages = subject.signal.name("pages", file: "Walk.swift", line: 31)
                let token = pages.map { $0 }.observe({ _ in }, file: "Screen.swift", line: 12)
                subject.signal.observe({ _ in }, file: "Screen.swift", line: 13)
                #expect(
                    listed == [
                        "pages (Walk.swift:31), observed at Screen.swift:12 on scheduler 'here'",
                        "unnamed, observed at Screen.swift:13 on scheduler 'here'",
                    ])
                token.dispose()
                #expect(
                    listed == ["unnamed, observed at Screen.swift:13 on scheduler 'here'"])
                subject.complete()
                #expect(listed == [])
            }
        }

        @Test("bindings, and subscriptions of receivers and services, are listed")
        func receiversAreListed() {
            let keeper = SchedulerBound(on: here) { Subject<Int, Never>() }
            let numbers = keeper.signal { $0.signal }
            let service = SchedulerBound(on: here) { Screen() }
            withExtendedLifetime((keeper, service)) {
                numbers.deliver(
                    to: service, { $0.shown.append($1) }, file: "Service.swift", line: 1)
                here.runUntilIdle()
                here.enter {
                    let screen = Screen()
                    let subject = Subject<Int, Never>()
                    numbers.deliver(
                        to: screen, in: .here, { $0.shown.append($1) }, file: "Receiver.swift",
                        line: 2)
                    here.runUntilIdle()
                    subject.signal.bind(
                        to: screen, { $0.shown.append($1) }, file: "Binding.swift", line: 3)
                    subject.signal.bind(
                        to: service, in: .here, { $0.shown.append($1) }, file: "Binding.swift",
                        line: 4)
                    #expect(
                        SubscriptionTracker.subscriptions.filter { $0.isOn(here) }
                            .map { "\($0.file):\($0.line)" } == [
                                "Service.swift:1", "Receiver.swift:2", "Binding.swift:3",
                                "Binding.swift:4",
                            ])
                }
            }
        }

        @Test("the list holds a bounded number of subscriptions of each scheduler")
        func listIsBounded() {
            here.enter {
                let subject = Subject<Int, Never>()
                for _ in 0..<10_100 { subject.signal.observe { _ in } }
                #expect(listed.count == 10_000)
                subject.complete()
                #expect(listed == [])
            }
        }

        @Test("leaks of a test in virtual time are reported by name")
        func leaksAreNamed() {
            let subject = Subject<Int, Never>()
            let leaks = LeakCheck.leaks(on: here) {
                subject.signal.name("pages", file: "Walk.swift", line: 31)
                    .observe({ _ in }, file: "Screen.swift", line: 12)
            }
            #expect(
                leaks == [
                    "live subscriptions: 1",
                    "live: pages (Walk.swift:31), observed at Screen.swift:12 on scheduler 'here'",
                ])
        }
    #endif

    @Test("leaks of a test in real time are reported: timers and subscriptions")
    func leaksInRealTime() async {
        let work = WorkScheduler(name: "work")
        let numbers = SchedulerBound(on: work) { Subject<Int, Never>() }
        let clean = await LeakCheck.leaksInRealTime(on: work) {
            numbers.schedule { $0.signal.observe { _ in }.dispose() }
            work.schedule(after: .seconds(3600)) {}.cancel()
        }
        #expect(clean == [])
        let left = await LeakCheck.leaksInRealTime(on: work) {
            work.schedule(after: .seconds(3600)) {}
            numbers.schedule {
                $0.signal.name("numbers", file: "Walk.swift", line: 31)
                    .observe({ _ in }, file: "Screen.swift", line: 12)
            }
        }
        #expect(left.first == "timers on scheduler 'work': 1")
        #if DEBUG
            #expect(
                left.dropFirst() == [
                    "live: numbers (Walk.swift:31), observed at Screen.swift:12 on scheduler 'work'"
                ])
        #endif
        work.shutDown()
    }
}
