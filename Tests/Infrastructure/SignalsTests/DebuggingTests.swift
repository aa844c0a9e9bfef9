import Foundation
import Logging
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

// One after the other: the tests switch the tracing of the whole process on and off.
@Suite("Debugging", .serialized)
struct DebuggingTests {
    @Test("log writes a line for each event, and for the disposal")
    func logWritesALineForEachEvent() {
        let lines = LogLines()
        let logger = Logger(label: "test") { _ in LogLines.Handler(lines: lines) }
        Signal<Int, Oops>.fail(Oops()).startWith(1).log("page", to: logger) { "#\($0)" }
            .observe({ _ in }) { _ in }
        #expect(
            lines.all == [
                "debug: page: subscribed", "debug: page: #1", "error: page: failed: Oops()",
                "debug: page: disposed",
            ])
    }

    @Test("names show the chain by source lines, nearest first, through several sources")
    func namesGiveTheChain() {
        let request = Signal<Int, Oops>.never.name("request", file: "A.swift", line: 1).map { $0 }
        let cache = Signal<Int, Oops>.never.name("cache", file: "B.swift", line: 2)
        let pages = request.merge(with: cache).filter { _ in true }
            .name("pages", file: "C.swift", line: 3)
        #expect(
            pages.map { $0 }.namedPlaces == [
                "pages (C.swift:3) ← [request (A.swift:1); cache (B.swift:2)]"
            ])
    }

    @Test("a chain of five hundred named parts keeps the nearest names, and counts the others")
    func namesAreBounded() async {
        await onSmallStack {
            let chain = (0..<500).reduce(Signal<Int, Oops>.empty) { chain, part in
                chain.concat(Signal.just(part).name("part", file: "A.swift", line: 1))
            }
            let places = chain.namedPlaces
            #expect(places.count == 9)
            #expect(places.first == "part (A.swift:1)")
            #expect(places.last == "and 492 more")
            let all = Signal.merge([chain, chain]).namedPlaces
            #expect(all.last == "and 992 more")
            // Each level doubles the number of omitted names.
            let doubled = (0..<70).reduce(Signal<Int, Oops>.just(1).name("x")) { part, _ in
                part.concat(part)
            }
            #expect(doubled.namedPlaces.count == 9)
        }
    }

    @Test("a linear chain of five hundred names is printed on a small stack, and in a few lines")
    func namesArePrintedWithoutStack() async {
        let logged = LogLines.ofProcess
        await onSmallStack {
            let chain = (0..<500).reduce(Signal<Int, Oops>.fail(Oops())) { chain, _ in
                chain.name("deep link", file: "A.swift", line: 1)
            }
            SignalTracing.isOn = true
            chain.observe({ _ in }, ended: { _ in }, file: "Deep.swift", line: 12)
            SignalTracing.isOn = false
            let diamond = (0..<100).reduce(Signal<Int, Oops>.empty) { chain, _ in
                chain.concat(chain).name("diamond")
            }
            #expect(diamond.namedPlaces[0].count < 10_000)
        }
        let lines = logged.all.filter { $0.contains("Deep.swift") }
        #expect(lines.count == 1)
        #expect(lines.first?.components(separatedBy: "deep link").count == 33)
        #expect(lines.first?.contains(" ← …, observed at Deep.swift:12") == true)
    }

    @Test("with tracing, a failure names its operators by source lines")
    func tracingTellsTheWayOfAFailure() {
        let logged = LogLines.ofProcess
        let feed = Signal<Int, Oops>.fail(Oops()).startWith(1)
            .name("traced request", file: "Host.swift", line: 20).map { $0 + 1 }
            .flatMap(.concat) { .just($0) }.name("traced page", file: "Walk.swift", line: 31)
            .filter { _ in true }.take(3).scan(0, +)
        feed.observe({ _ in }) { _ in }
        SignalTracing.isOn = true
        defer { SignalTracing.isOn = false }
        feed.observe({ _ in }, ended: { _ in }, file: "Screen.swift", line: 12)
        #expect(
            logged.all.filter { $0.contains("traced") } == [
                "error: failed: Oops(), through traced page (Walk.swift:31) ← "
                    + "traced request (Host.swift:20), observed at Screen.swift:12"
            ])
    }

    @Test("with tracing, a failure has the names of its path on other schedulers")
    func namesCross() {
        let logged = LogLines.ofProcess
        let home = VirtualScheduler(name: "home")
        let between = VirtualScheduler(name: "between")
        let here = VirtualScheduler(name: "here")
        SignalTracing.isOn = true
        defer { SignalTracing.isOn = false }
        let first = BoundSignal<Int, Oops>(on: home) {
            .fail(Oops()).name("crossing request", file: "Host.swift", line: 20)
        }
        let second = BoundSignal<Int, Oops>(on: between) {
            first.deliver(in: .here).name("crossing page", file: "Walk.swift", line: 31)
        }
        here.enter {
            _ = second.deliver(in: .here).name("crossing list", file: "List.swift", line: 7)
                .observe({ _ in }, ended: { _ in }, file: "Screen.swift", line: 13)
        }
        for _ in 0..<4 { for scheduler in [home, between, here] { scheduler.runUntilIdle() } }
        #expect(
            logged.all.filter { $0.contains("crossing") } == [
                "error: failed: Oops(), through crossing list (List.swift:7) ← "
                    + "crossing page (Walk.swift:31); crossing request (Host.swift:20), "
                    + "observed at Screen.swift:13"
            ])
    }

    @Test("the tracker counts live subscriptions")
    func trackerCountsWhatLives() throws {
        var token: Disposable?
        let subject = Subject<Int, Never>()
        let tracked = SubscriptionTracker.measuring {
            token = subject.signal.map { $0 }.flatMap(.concat) { .just($0) }.observe { _ in }
            Signal<Int, Never>.just(1).observe { _ in }
        }
        #if DEBUG
            #expect(tracked.live == 2)
            #expect(SubscriptionTracker.now.live >= 2)
        #endif
        token?.dispose()
        let none = SubscriptionTracker.measuring { Signal<Int, Never>.just(1).observe { _ in } }
        #expect(none.live == 0)
    }
}
