import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// A construct that crosses schedulers, as a row of the termination test.
struct CrossingConstruct: Sendable, CustomTestStringConvertible {
    /// How a construct shows how far it has come.
    enum Kind {
        case subscription, call, mailbox
    }

    let testDescription: String
    var kind = Kind.subscription
    /// Whether the construct itself tells of its end; else it has ended when what it captured is
    /// released.
    var reportsOutcome = true
    /// Whether it refers to the service for as long as it takes.
    var keepsService = false
    /// The schedulers whose end concerns it; a task has no scheduler on its side.
    var sides = CrossingEnd.Side.allCases
    let begin: @Sendable (CrossingWorld) -> Void

    func isConcerned(by end: CrossingEnd) -> Bool {
        // Without a handle nothing begins, and a call or a task keeps its service.
        if end.choice == .lastReference, end.moment == .before || keepsService { return false }
        // Only the receiving side has a queue of values.
        if end.side == .home, end.moment == .queued { return false }
        return sides.contains(end.side)
    }

    static let all = subscriptions + receivers + tasks + sources + calls + timers + [mailbox]

    /// Constructs whose both sides may be one scheduler.
    static let withinOneScheduler = subscriptions + receivers

    /// The service's signal, which tells how far it has come and holds something at home.
    private static func signal(of world: CrossingWorld) -> BoundSignal<Held, Lost>? {
        let held = world.token()
        return world.service?.signal { watched($0.subject.signal, in: world, held) }
    }

    /// A signal at home that the world keeps.
    private static func plainSignal(of world: CrossingWorld) -> BoundSignal<Held, Lost> {
        let held = world.token()
        return BoundSignal(on: world.home) { madeAtHome(in: world, held) }
    }

    /// Makes a signal that the world keeps; called at home.
    private static func madeAtHome(
        in world: CrossingWorld, _ held: Held
    ) -> Signal<Held, Lost> {
        let (subject, home) = (Box(content: Subject<Held, Lost>()), world.home)
        world.onSend { value in home.schedule { subject.content.send(value) } }
        return watched(subject.content.signal, in: world, held)
    }

    private static func watched<Failure: Error>(
        _ signal: Signal<Held, Failure>, in world: CrossingWorld, _ held: Held
    ) -> Signal<Held, Failure> {
        signal.on(value: { [held] _ in
            withExtendedLifetime(held) { world.arrived() }
        }).on(disposed: { withExtendedLifetime(held) {} }).startNotice { world.subscribed() }
    }
}

extension Signal {
    /// Calls `action` when the signal has been subscribed to.
    fileprivate func startNotice(_ action: @escaping () -> Void) -> Signal {
        Signal { observer in
            let token = observe({ observer.send($0) }, ended: { observer.end($0) })
            observer.onDispose { token.dispose() }
            action()
        }
    }
}

// MARK: Subscriptions

extension CrossingConstruct {
    private static let subscriptions = [
        hop("deliver(in:)"),
        hop("deliver(in:), .wait", capacity: 2),
        hop("deliver(in:), .dropOldest", capacity: 2, .dropOldest),
        hop("deliver(in:), .dropNewest", capacity: 2, .dropNewest),
        hop("deliver(in:), .latest", capacity: 2, .latest { $0.number }),
        hop("deliver(in:), .fail", capacity: 2, .fail(.room)),
        CrossingConstruct(testDescription: "BoundSignal(on:)") { world in
            subscribe(to: plainSignal(of: world), in: world)
        },
        CrossingConstruct(testDescription: "Signal.bound(in:)") { world in
            let service = world.service
            world.home.schedule(atShutdown: .always) {
                withExtendedLifetime(service) {}
                let bound = madeAtHome(in: world, world.token()).bound(in: .here)
                subscribe(to: bound, in: world)
            }
        },
        CrossingConstruct(testDescription: "Signal.deferred(on:in:)") { world in
            let (held, home) = (world.token(), world.home)
            observe(in: world) {
                Signal<Held, Lost>.deferred(on: home, in: .here) { _ in
                    madeAtHome(in: world, held)
                }
            }
        },
    ]

    private static func hop(
        _ name: String, capacity: Int = .max, _ overflow: Overflow<Held, Lost> = .wait
    ) -> CrossingConstruct {
        CrossingConstruct(testDescription: name) { world in
            guard let signal = signal(of: world) else { return }
            subscribe(to: signal, in: world, capacity: capacity, overflow)
        }
    }

    private static func subscribe(
        to signal: BoundSignal<Held, Lost>, in world: CrossingWorld, capacity: Int = .max,
        _ overflow: Overflow<Held, Lost> = .wait
    ) {
        observe(in: world) {
            signal.deliver(in: .here, capacity: capacity, overflow: overflow)
        }
    }

    /// Observes the signal that `make` returns, on the receiving side.
    private static func observe<Failure: Error>(
        in world: CrossingWorld, _ make: @escaping @Sendable () -> Signal<Held, Failure>
    ) {
        let here = world.here
        here.schedule(atShutdown: .always) {
            let held = world.token()
            let token = make()
                .on(disposed: { world.outcome("disposed") })
                .observe({ [held] _ in _ = held }, ended: { [held] _ in _ = held })
            let box = Box(content: token)
            world.onRelease { here.schedule(atShutdown: .always) { box.content.dispose() } }
        }
    }
}

// MARK: Receivers

extension CrossingConstruct {
    private static let receivers = [
        CrossingConstruct(testDescription: "deliver(to:) an object", reportsOutcome: false) {
            world in
            guard let signal = signal(of: world) else { return }
            world.here.schedule(atShutdown: .always) { [here = world.here] in
                let (held, receiver) = (world.token(), Receiver())
                let token = signal.deliver(to: receiver, in: .here) { [held] in
                    withExtendedLifetime(held) {}
                    $0.take($1)
                }
                let box = Box(content: (receiver, token))
                world.onRelease { here.schedule(atShutdown: .always) { box.content.1.dispose() } }
            }
        },
        CrossingConstruct(testDescription: "deliver(to:) a service", reportsOutcome: false) {
            world in
            guard let receiver = world.receiver, let signal = signal(of: world) else { return }
            let held = world.token()
            signal.deliver(to: receiver) { [held] in
                withExtendedLifetime(held) {}
                $0.take($1)
            }
        },
        CrossingConstruct(testDescription: "bind(to:) a service", reportsOutcome: false) { world in
            guard let receiver = world.receiver else { return }
            world.service?.schedule { source in
                let signal = watched(source.plain.signal, in: world, world.token())
                let held = world.token()
                signal.bind(to: receiver, in: .here) { [held] in
                    withExtendedLifetime(held) {}
                    $0.take($1)
                }
            }
        },
    ]
}

// MARK: Tasks

extension CrossingConstruct {
    private static let tasks =
        tasks("a service's") { signal(of: $0) } + tasks("a plain signal's") { plainSignal(of: $0) }

    private static func tasks(
        _ whose: String,
        _ signal: @escaping @Sendable (CrossingWorld) -> BoundSignal<Held, Lost>?
    ) -> [CrossingConstruct] {
        [
            task("\(whose) values", signal) { for try await _ in $0.values {} },
            task("\(whose) first()", signal) { _ = try await $0.first() },
            task("\(whose) last()", signal) { _ = try await $0.last() },
            task("\(whose) wait()", signal) { try await $0.wait() },
        ]
    }

    private static func task(
        _ name: String, _ signal: @escaping @Sendable (CrossingWorld) -> BoundSignal<Held, Lost>?,
        _ work: @escaping @Sendable (BoundSignal<Held, Lost>) async throws -> Void
    ) -> CrossingConstruct {
        CrossingConstruct(
            testDescription: name, keepsService: name.hasPrefix("a service"), sides: [.home]
        ) { world in
            guard let signal = signal(world) else { return }
            let task = Task {
                do {
                    try await work(signal)
                    world.outcome("ended")
                } catch {
                    world.outcome("\(error)")
                }
            }
            world.onRelease { task.cancel() }
        }
    }
}

// MARK: Signals of asynchronous code

extension CrossingConstruct {
    private static let sources = [
        CrossingConstruct(testDescription: "Signal.task", kind: .call, sides: [.here]) { world in
            let held = world.token()
            observe(in: world) {
                Signal<Held, Never>.task(in: .here) { [held] in
                    withExtendedLifetime(held) { world.arrived() }
                    return world.token()
                }
            }
        },
        CrossingConstruct(testDescription: "Signal.values(of:in:)", kind: .mailbox, sides: [.here])
        {
            world in
            let (values, writer) = AsyncStream.makeStream(of: Held.self)
            // The stream would keep the values that are not read.
            writer.onTermination = { _ in world.onSend { _ in } }
            world.onSend { writer.yield($0) }
            observe(in: world) {
                Signal<Held, Never>.values(of: values, in: .here).on(value: { _ in world.arrived() }
                )
            }
        },
    ]
}

// MARK: Calls, and values without a signal

extension CrossingConstruct {
    private static let calls = [
        call("run") { world, service, held in
            Task {
                do {
                    try await service.run { [held] _ in inside(world, held) }
                    world.outcome("made")
                } catch {
                    world.outcome("\(error)")
                }
            }
        },
        call("run before a deadline") { world, service, held in
            Task {
                do {
                    try await service.run(deadline: .seconds(60)) { [held] _ in
                        inside(world, held)
                    }
                    world.outcome("made")
                } catch {
                    world.outcome("\(error)")
                }
            }
        },
        call("schedule(outcome:)") { world, service, held in
            service.schedule { [held] _ in
                inside(world, held)
            } outcome: {
                world.outcome("\($0, default: "made")")
            }
        },
        call("schedule(deadline:outcome:)") { world, service, held in
            service.schedule(deadline: .seconds(60)) { [held] _ in
                inside(world, held)
            } outcome: {
                world.outcome("\($0, default: "made")")
            }
        },
        call("ServicePool.schedule(outcome:)") { world, _, held in
            let pool = ServicePool(on: [world.home]) { Receiver() }
            pool.schedule { [held] _ in
                inside(world, held)
            } outcome: {
                world.outcome("\($0, default: "made")")
            }
        },
        call("ServicePool.run") { world, _, held in
            let pool = ServicePool(on: [world.home]) { Receiver() }
            Task {
                do {
                    try await pool.run { [held] _ in inside(world, held) }
                    world.outcome("made")
                } catch {
                    world.outcome("\(error)")
                }
            }
        },
        call("wait on a thread") { world, service, held in
            Thread.detachNewThread { wait(world, service, held) }
        },
        call("wait on a scheduler") { world, service, held in
            world.here.schedule { wait(world, service, held) }
        },
    ]

    private static let timers = [
        CrossingConstruct(
            testDescription: "schedule(after:)", kind: .call, reportsOutcome: false, sides: [.here]
        ) { world in
            let held = world.token()
            let work = world.here.schedule(after: .milliseconds(1)) { [held] in
                inside(world, held)
            }
            world.onRelease { work.cancel() }
        },
        CrossingConstruct(
            testDescription: "schedule(every:)", kind: .call, reportsOutcome: false, sides: [.here]
        ) { world in
            let held = world.token()
            let work = world.here.schedule(every: .milliseconds(1)) { [held] in
                withExtendedLifetime(held) { world.arrived() }
            }
            world.onRelease { work.cancel() }
        },
    ]

    private static let mailbox = CrossingConstruct(
        testDescription: "Mailbox", kind: .mailbox, reportsOutcome: false, sides: [.here]
    ) { world in
        let held = world.token()
        let mailbox = Mailbox<Held>(to: world.here) { [held] _ in
            withExtendedLifetime(held) { world.arrived() }
        }
        world.onSend { mailbox.send($0) }
        world.onRelease { mailbox.close() }
    }

    private static func call(
        _ name: String,
        _ make: @escaping @Sendable (CrossingWorld, SchedulerBound<Source>, Held) -> Void
    ) -> CrossingConstruct {
        CrossingConstruct(
            testDescription: name, kind: .call, keepsService: true, sides: [.home]
        ) { world in
            guard let service = world.service else { return }
            make(world, service, world.token())
        }
    }

    private static func wait(
        _ world: CrossingWorld, _ service: SchedulerBound<Source>, _ held: Held
    ) {
        do {
            try service.wait { [held] _ in inside(world, held) }
            world.outcome("made")
        } catch {
            world.outcome("\(error)")
        }
    }

    /// The body of a call, on the home scheduler.
    private static func inside(_ world: CrossingWorld, _ held: Held) {
        withExtendedLifetime(held) {
            world.arrived()
            world.waitToGoOn()
        }
    }
}
