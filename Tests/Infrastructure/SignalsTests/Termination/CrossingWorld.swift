import Dispatch
import Foundation
import Scheduling
import Signals
import Testing

/// An object that a construct captures, or a value that it carries.
///
/// The live ones are counted: each of them has an owner.
final class Held: Sendable {
    let number: Int
    private let count: HeldCount

    init(_ count: HeldCount, _ number: Int = 0) {
        self.number = number
        self.count = count
        count.enter()
    }

    deinit { count.leave() }
}

/// How many held objects there are.
final class HeldCount: Sendable {
    private let changed = NSCondition()
    private let count = Guarded(0)

    var now: Int { count.withLock { $0 } }

    func enter() { count.withLock { $0 += 1 } }

    func leave() {
        count.withLock { $0 -= 1 }
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }

    /// Waits until there are none.
    func waitForNone() -> Bool {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        defer { changed.unlock() }
        while now > 0 { if !changed.wait(until: limit) { return now == 0 } }
        return true
    }
}

/// A failure that tells nothing but that there was one.
enum Lost: UnavailabilityConvertible {
    case service
    case room

    init(unavailable error: BoundError) { self = .service }
}

/// The service at home, which a construct calls, or whose signal it takes.
final class Source {
    let subject = Subject<Held, Lost>()
    let plain = Subject<Held, Never>()

    func send(_ value: Held) {
        subject.send(value)
        plain.send(value)
    }
}

/// The receiver: a service, or a plain object.
final class Receiver {
    func take(_ value: Held) {}
}

/// Something that is used on its own scheduler only, on its way there.
struct Box<Content>: @unchecked Sendable {  // reason: the content is used at home only
    let content: Content
}

/// Two schedulers, what lives on them, and what became of the construct between them.
final class CrossingWorld: Sendable {
    let home = WorkScheduler(name: "home")
    let here: WorkScheduler
    let held = HeldCount()
    private let source: Guarded<SchedulerBound<Source>?>
    private let screen: Guarded<SchedulerBound<Receiver>?>
    private let told = Guarded<[String]>([])
    private let isTold = DispatchSemaphore(value: 0)
    private let hasSubscribed = DispatchSemaphore(value: 0)
    private let hasArrived = DispatchSemaphore(value: 0)
    private let shouldContinue = DispatchSemaphore(value: 0)
    private let release = Guarded<(@Sendable () -> Void)?>(nil)
    private let sender = Guarded<(@Sendable (Held) -> Void)?>(nil)

    /// - Parameter isOneScheduler: whether the construct begins and ends on one scheduler.
    init(isOneScheduler: Bool = false) {
        here = isOneScheduler ? home : WorkScheduler(name: "here")
        source = Guarded(SchedulerBound(on: home) { Source() })
        screen = Guarded(SchedulerBound(on: here) { Receiver() })
    }

    var outcomes: [String] { told.withLock { $0 } }
    var heldCount: Int { held.now }
    var service: SchedulerBound<Source>? { source.withLock { $0 } }
    var receiver: SchedulerBound<Receiver>? { screen.withLock { $0 } }

    // MARK: For the construct

    /// An object for a construct to capture on one side.
    func token() -> Held { Held(held) }

    func outcome(_ outcome: String) {
        told.withLock { $0.append(outcome) }
        isTold.signal()
    }

    /// The signal has been started at home.
    func subscribed() { hasSubscribed.signal() }

    /// A value is on its way, or a call is being made.
    func arrived() { hasArrived.signal() }

    /// Blocks a call until the test resumes it.
    func waitToGoOn() { _ = shouldContinue.wait(timeout: .now() + 5) }

    /// Ends the construct from the side that asked for it.
    func onRelease(_ action: @escaping @Sendable () -> Void) {
        if receiver == nil { return action() }
        release.withLock { $0 = action }
        if receiver == nil { release.withLock { $0.take() }?() }
    }

    /// Sends by what the construct is, where it is not the service's signal.
    func onSend(_ action: @escaping @Sendable (Held) -> Void) {
        if service != nil { sender.withLock { $0 = action } }
    }

    // MARK: For the test

    func begin(_ construct: CrossingConstruct) { construct.begin(self) }

    /// Waits until the construct has been started at home.
    func waitUntilSubscribed() { #expect(hasSubscribed.wait(timeout: .now() + 5) == .success) }

    /// Sends values that no receiver should accept, since the construct has ended.
    func sendAfterTheEnd(_ count: Int) {
        send(count)
        runUntilIdle(home)
        runUntilIdle(here)
    }

    func send(_ count: Int) {
        for number in 0..<count {
            let value = Held(held, number)
            if let send = sender.withLock({ $0 }) { send(value) }
            service?.schedule { $0.send(value) }
        }
    }

    func waitForArrival() { #expect(hasArrived.wait(timeout: .now() + 5) == .success) }

    func mayGoOn() { shouldContinue.signal() }

    func waitForOutcome() -> Bool { isTold.wait(timeout: .now() + 5) == .success }

    func waitForRelease() -> Bool { held.waitForNone() }

    /// Shuts a scheduler down, or drops what the construct is about there.
    func bring(_ end: CrossingEnd) {
        let scheduler = end.side == .home ? home : here
        switch end.choice {
        case .orderly: scheduler.shutDown()
        case .finishRunning: scheduler.shutDown(.finishRunning)
        case .lastReference: begunIsOver(end.side)
        }
    }

    /// Drops the service at home, or what the construct has on the other side.
    func begunIsOver(_ side: CrossingEnd.Side) {
        if side == .home {
            source.withLock { $0.take() }.map { withExtendedLifetime($0) {} }
            sender.withLock { $0 = nil }
        } else {
            screen.withLock { $0.take() }.map { withExtendedLifetime($0) {} }
            release.withLock { $0.take() }?()
        }
    }

    func shutDown() {
        for side in CrossingEnd.Side.allCases { begunIsOver(side) }
        for scheduler in [home, here] { scheduler.shutDown() }
    }

    /// Waits until a scheduler has done what is queued.
    private func runUntilIdle(_ scheduler: WorkScheduler) {
        let isDone = DispatchSemaphore(value: 0)
        scheduler.schedule(atShutdown: .always) { isDone.signal() }
        _ = isDone.wait(timeout: .now() + 5)
    }
}

/// Holds a scheduler up.
struct CrossingGate {
    private let mayGoOn = DispatchSemaphore(value: 0)

    init(_ scheduler: WorkScheduler) {
        let isHeldUp = DispatchSemaphore(value: 0)
        scheduler.schedule { [mayGoOn] in
            isHeldUp.signal()
            mayGoOn.wait()
        }
        isHeldUp.wait()
    }

    func open() { mayGoOn.signal() }
}

/// Runs `body` on a thread of its own, which may block.
func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        let thread = Thread {
            body()
            continuation.resume()
        }
        thread.start()
    }
}
