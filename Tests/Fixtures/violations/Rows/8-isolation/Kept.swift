// stops: compile
// says: passing closure as a 'sending' parameter risks causing data races between code in the
//     current task and concurrent execution of the closure

import Scheduling
import Signals
import World

enum Kept {
    final class Plain {
        var count = 0

        func use() { count += 1 }
    }

    @MainActor static func run() {
        let other = WorkScheduler(name: "other")
        other.schedule { home in
            let plain = Plain()
            #if KeptByBound
                // An object that a bound signal uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                _ = subject.signal.map { _ in plain.use() }.bound(in: home)
            #elseif KeptByCollectEvery
                // An object that a chain with `collect` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .collect(every: .seconds(1), in: home).observe { _ in }
            #elseif KeptByDebounce
                // An object that a chain with `debounce` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .debounce(.seconds(1), in: home).observe { _ in }
            #elseif KeptByDeferred
                // An object that the observer of a deferred signal uses is sent to another
                // scheduler.
                Signal<Int, Never>.deferred(on: World.business, in: home) { _ in .just(1) }
                    .observe { _ in plain.use() }
            #elseif KeptByDelay
                // An object that a chain with `delay` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .delay(.seconds(1), in: home).observe { _ in }
            #elseif KeptByDeliveredSignal
                // An object that observes a delivered signal is sent to another scheduler.
                BoundSignal<Int, Never>(on: World.business) { .just(1) }.deliver(in: home)
                    .observe { _ in plain.use() }
            #elseif KeptByDelivery
                // An object that receives the values of another scheduler is sent to that
                // scheduler.
                BoundSignal<Int, Never>(on: World.business) { .just(1) }
                    .deliver(to: plain, in: home) { plain, _ in plain.use() }
            #elseif KeptByInterval
                // An object that the observer of an interval uses is sent to another scheduler.
                Signal<Int, Never>.interval(.seconds(1), in: home).observe { _ in plain.use() }
            #elseif KeptByKeyPath
                // An object that a key path changes in a timer is sent to another scheduler.
                let path = \Plain.count
                Signal<Void, Never>.timer(after: .seconds(1), in: home)
                    .observe { _ in plain[keyPath: path] += 1 }
            #elseif KeptByLocalFunction
                // An object that a local function uses in a timer is sent to another scheduler.
                func work() { plain.use() }
                Signal<Void, Never>.timer(after: .seconds(1), in: home).observe { _ in work() }
            #elseif KeptByReplayLingering
                // An object that a chain with `replayLast` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .replayLast(1, lingering: .seconds(1), in: home).observe { _ in }
            #elseif KeptByRetryPolicy
                // An object that the policy of a retry uses is sent to another scheduler.
                let subject = Subject<Int, BoundError>()
                _ = subject.signal.retry(in: home) { _, _ in
                    plain.use()
                    return .zero
                }.observe({ _ in }, ended: { _ in })
            #elseif KeptByShareLingering
                // An object that a chain with `share` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .share(lingering: .seconds(1), in: home).observe { _ in }
            #elseif KeptByTask
                // An object that the observer of a task uses is sent to another scheduler.
                Signal<Int, Never>.task(in: home) { 1 }.observe { _ in plain.use() }
            #elseif KeptByThrottle
                // An object that a chain with `throttle` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .throttle(.seconds(1), in: home).observe { _ in }
            #elseif KeptByTimer
                // An object that the observer of a timer uses is sent to another scheduler.
                Signal<Void, Never>.timer(after: .seconds(1), in: home).observe { _ in plain.use() }
            #elseif KeptByValues
                // An object that an asynchronous sequence uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                _ = subject.signal.map { _ in plain.use() }.values(in: home)
            #elseif KeptByValuesOf
                // An object that the observer of a sequence uses is sent to another scheduler.
                Signal<Int, Never>.values(of: AsyncStream<Int> { $0.yield(1) }, in: home)
                    .observe { _ in plain.use() }
            #elseif KeptByWindowEvery
                // An object that a chain with `window` uses is sent to another scheduler.
                let subject = Subject<Int, Never>()
                subject.signal.map { _ in plain.use() }
                    .window(every: .seconds(1), in: home).observe { _ in }
            #elseif KeptWithinOwner
                // An object that an owned observer of a timer uses is sent to another scheduler.
                let lifetime = Disposable()
                Signal<Void, Never>.timer(after: .seconds(1), in: home)
                    .observe(within: lifetime) { _ in plain.use() }
            #endif
            #if WRONG
                World.business.schedule { plain.use() }
            #endif
        }
    }
}
