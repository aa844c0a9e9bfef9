import Routing
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Fallbacks, and the removal of modules")
struct FallbackTests {
    private let world = World()
    private let asked = Recorder<String>()

    /// Adds a module whose fallback declines, or answers with its name.
    private func add(
        _ name: String, answers: Bool, on scheduler: VirtualScheduler, to table: RouteTable
    ) {
        let service = SchedulerBound(on: scheduler) { name }
        table.add(name) { [asked] routes in
            routes.fallback(for: [String].self, by: service) {
                name, route -> Signal<[String], Never>? in
                asked.add("\(name): \(type(of: route).name) on \(Schedulers.current?.name ?? "")")
                return answers ? .just([name]) : nil
            }
        }
    }

    @Test("the fallbacks are asked in order, on their schedulers, until one accepts")
    func fallbacksAreAskedInOrder() throws {
        let router = try world.router { table in
            add("first", answers: false, on: world.ui, to: table)
            add("second", answers: true, on: world.business, to: table)
            add("third", answers: true, on: world.ui, to: table)
        }
        let probe = world.call(ShowFeed(), through: router)
        #expect(probe.values == [["second"]] && probe.isCompleted)
        #expect(asked.values == ["first: ShowFeed on UI", "second: ShowFeed on BL"])
    }

    @Test("a route that all fallbacks decline fails by its name, and none is asked twice")
    func declinedByAllIsNoHandler() throws {
        let router = try world.router { table in
            add("first", answers: false, on: world.ui, to: table)
            add("second", answers: false, on: world.business, to: table)
        }
        let probe = world.call(ShowFeed(), through: router)
        #expect(probe.code == .noHandler && probe.error?.route == "ShowFeed")
        #expect(asked.values.count == 2 && probe.isGrammatical)
        #expect(world.call(WatchNames(), through: router).code == .noHandler)
        #expect(asked.values.count == 2, "the output of WatchNames has no fallback")
    }

    @Test("a handled route reaches no fallback")
    func handledRouteReachesNoFallback() throws {
        let router = try world.router { table in
            add("first", answers: true, on: world.business, to: table)
            table.add("main") {
                $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
            }
        }
        #expect(world.call(ShowFeed(), through: router).values == [["a", "b"]])
        #expect(asked.values.isEmpty)
    }

    @Test("a failure of a fallback's answer is the end of the call, and the next is not asked")
    func failureOfAFallbackEndsTheCall() throws {
        let router = try world.router { table in
            table.add("failing") {
                $0.fallback(for: [String].self, by: world.library) { _, _ in
                    Signal<[String], Oops>.fail(Oops())
                }
            }
            add("next", answers: true, on: world.business, to: table)
        }
        let probe = world.call(ShowFeed(), through: router)
        #expect(probe.code == .failed && probe.error?.cause is Oops)
        #expect(asked.values.isEmpty)
    }

    @Test("the routes of a removed module go to the fallbacks, and its services are released")
    func removedModuleGoesToTheFallbacks() throws {
        var library = Optional(SchedulerBound(on: world.business) { Library() })
        weak let released = library
        let router = try world.router { table in
            if let library {
                table.add("Feed") {
                    $0.serve(ShowFeed.self, by: library) { $0.window($1.limit) }
                }
            }
            add("fallback", answers: true, on: world.business, to: table)
        }
        library = nil
        #expect(world.call(ShowFeed(), through: router).values == [["a", "b"]])
        router.remove(module: "Feed")
        #expect(released == nil)
        #expect(world.call(ShowFeed(), through: router).values == [["fallback"]])
        router.remove(module: "fallback")
        #expect(world.call(ShowFeed(), through: router).code == .noHandler)
    }

    @Test("a module that is removed while calls wait for their turn does not answer them")
    func removalReachesCallsThatWait() throws {
        let router = try world.router { table in
            table.add("Feed") { routes in
                routes.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
                routes.serve(WatchNames.self, by: world.library) { library, _ in
                    library.names.signal
                }
            }
            add("fallback", answers: true, on: world.ui, to: table)
        }
        let running = world.call(WatchNames(), through: router)
        let waiting = world.probe(router.call(ShowFeed()))
        router.remove(module: "Feed")
        world.clock.runUntilIdle()
        #expect(waiting.values == [["fallback"]] && waiting.isCompleted)
        #expect(try world.library(\.calls).isEmpty)
        try world.library { library in
            library.names.send("a")
            library.names.complete()
        }
        #expect(running.values == ["a"] && running.isCompleted, "a call that had begun continues")
    }
}
