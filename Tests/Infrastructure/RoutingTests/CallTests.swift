import Routing
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Calls: the handler at home, the caller on its own scheduler, one end")
struct CallTests {
    private let world = World()

    @Test("the handler runs on its service's scheduler, and the caller is answered on its own")
    func handlerRunsAtHomeAndTheCallerIsAnsweredOnItsOwn() throws {
        let places = Recorder<String>()
        let router = try world.router {
            $0.serve(ShowFeed.self, by: world.library) { library, route in
                places.add(Schedulers.current?.name ?? "nowhere")
                return library.window(route.limit)
            }
        }
        let probe = world.ui.enter {
            Probe(
                router.call(ShowFeed(limit: 1)).deliver(in: .here)
                    .on(value: { _ in places.add(Schedulers.current?.name ?? "nowhere") }))
        }
        #expect(places.values.isEmpty)
        world.clock.runUntilIdle()
        #expect(places.values == ["BL", "UI"])
        #expect(probe.values == [["a"]] && probe.isCompleted)
    }

    @Test("a route is called from the scheduler of its own service")
    func callOnTheSameSchedulerIsAnsweredThere() throws {
        let router = try world.router {
            $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
        }
        let probe = world.business.enter {
            Probe(router.call(ShowFeed()).deliver(in: .here))
        }
        world.clock.runUntilIdle()
        #expect(probe.values == [["a", "b"]] && probe.isCompleted)
    }

    @Test("each subscription is a call")
    func eachSubscriptionIsACall() throws {
        let router = try world.router {
            $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
        }
        let call = router.call(ShowFeed())
        let probes = [world.probe(call), world.probe(call)]
        world.clock.runUntilIdle()
        #expect(probes.allSatisfy { $0.isCompleted })
        #expect(try world.library(\.calls) == ["window 2", "window 2"])
    }

    @Test("a handler sends several outputs, and then its end")
    func handlerSendsSeveralOutputs() throws {
        let router = try world.router {
            $0.serve(WatchNames.self, finding: { [library = world.library] _ in library }) {
                library, _ in
                library.names.signal
            }
        }
        let probe = world.call(WatchNames(), through: router)
        try world.library { library in
            library.names.send("a")
            library.names.send("b")
        }
        #expect(probe.values == ["a", "b"] && probe.completions.isEmpty)
        try world.library { $0.names.complete() }
        #expect(probe.isCompleted && probe.isGrammatical)
    }

    @Test("the failure of a handler is the cause of the call's one failure")
    func failureIsTheCause() throws {
        let router = try world.router { routes in
            routes.serve(WatchNames.self, finding: { [library = world.library] _ in library }) {
                library, _ in
                library.names.signal
            }
            routes.serve(ShowFeed.self, by: world.library) { (_, _) throws -> [String] in
                throw Oops()
            }
        }
        let names = world.call(WatchNames(), through: router)
        try world.library { $0.names.fail(Oops()) }
        let feed = world.call(ShowFeed(), through: router)
        #expect(names.code == .failed && feed.code == .failed)
        #expect(names.error?.cause is Oops && feed.error?.cause is Oops)
        #expect(names.error?.route == "WatchNames" && feed.error?.route == "ShowFeed")
        #expect(names.isGrammatical && feed.isGrammatical)
    }

    @Test("a route error of the handler stays as it is")
    func routeErrorOfAHandlerStays() throws {
        let router = try world.router {
            $0.serve(ShowFeed.self, by: world.library) { (_, _) throws -> [String] in
                throw RouteError(.declined, route: "Inner")
            }
        }
        let probe = world.call(ShowFeed(), through: router)
        #expect(probe.code == .declined && probe.error?.route == "Inner")
    }

    @Test(
        "a handler that releases its signal without an end fails the call",
        arguments: [true, false])
    func abandonedCallFails(sameScheduler: Bool) throws {
        let router = try world.router {
            $0.serve(WatchNames.self, finding: { [library = world.library] _ in library }) { _, _ in
                Signal<String, Never> { _ in }
            }
        }
        let caller = sameScheduler ? world.business : world.ui
        let probe = caller.enter { Probe(router.call(WatchNames()).deliver(in: .here)) }
        world.clock.runUntilIdle()
        #expect(probe.code == .abandoned && probe.isGrammatical)
    }

    @Test("the disposal of a call disposes of the handler's signal, at any moment")
    func disposalCancelsTheHandler() throws {
        let router = try world.router {
            $0.serve(WatchNames.self, finding: { [library = world.library] _ in library }) {
                library, _ in
                library.names.signal
            }
        }
        let running = world.call(WatchNames(), through: router)
        #expect(try world.library(\.observerCount) == 1)
        world.dispose(running)
        #expect(try world.library(\.observerCount) == 0)
        let waiting = world.probe(router.call(WatchNames()))
        world.dispose(waiting)
        #expect(try world.library(\.observerCount) == 0)
        try world.library { $0.names.send("a") }
        #expect(running.records.isEmpty && waiting.records.isEmpty)
    }

    @Test("the disposal of a call cancels the task of an async handler")
    func disposalCancelsTheTask() async throws {
        try await withScheduler { business in
            let table = RouteTable()
            let events = AsyncStream.makeStream(of: String.self)
            table.add("main") { routes in
                routes.serve(Forget.self, on: business) { _ in
                    await withTaskCancellationHandler {
                        events.continuation.yield("begun")
                        await withUnsafeContinuation { (done: UnsafeContinuation<Void, Never>) in
                            Task {
                                for await event in events.stream where event == "cancelled" {
                                    done.resume()
                                    return
                                }
                            }
                        }
                    } onCancel: {
                        events.continuation.yield("cancelled")
                    }
                }
            }
            let router = try Router(table, on: business)
            let call = Task { try await router.run(Forget()) }
            var log = events.stream.makeAsyncIterator()
            #expect(await log.next() == "begun")
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
    }

    @Test("an unavailable service fails the call, with the reason as the cause")
    func unavailableServiceFailsTheCall() throws {
        let broken = SchedulerBound<Library>(on: world.business) { throw Oops() }
        let router = try world.router { routes in
            routes.serve(ShowFeed.self, by: broken) { $0.window($1.limit) }
            routes.serve(
                WatchNames.self, finding: { _ throws -> SchedulerBound<Library> in throw Oops() }
            ) { library, _ in library.names.signal }
        }
        let feed = world.call(ShowFeed(), through: router)
        let names = world.call(WatchNames(), through: router)
        #expect(feed.code == .unavailable && names.code == .unavailable)
        #expect((feed.error?.cause as? BoundError)?.code == .constructionFailed)
        #expect(names.error?.cause is Oops)
        #expect(feed.isGrammatical && names.isGrammatical)
    }

    @Test("the service of a call is found by its route")
    func serviceIsFoundByTheRoute() throws {
        let services = [1: world.library, 2: SchedulerBound(on: world.business) { Library() }]
        let router = try world.router {
            $0.serve(
                ShowFeed.self,
                finding: { route in
                    guard let service = services[route.limit] else { throw Oops() }
                    return service
                }
            ) { library, route in Signal<[String], Never>.just(library.window(route.limit)) }
        }
        _ = world.call(ShowFeed(limit: 1), through: router)
        _ = world.call(ShowFeed(limit: 2), through: router)
        #expect(world.call(ShowFeed(limit: 3), through: router).code == .unavailable)
        #expect(try world.library(\.calls) == ["window 1"])
    }

    @Test("the end of the handler's scheduler fails a call that is under way")
    func endOfTheHandlersSchedulerFailsTheCall() async throws {
        let business = WorkScheduler(name: "BL")
        let library = SchedulerBound(on: business) { Library() }
        let table = RouteTable()
        table.add("main") {
            $0.serve(WatchNames.self, finding: { _ in library }) { library, _ in
                library.names.signal
            }
        }
        let router = try Router(table, on: business)
        let call = router.call(WatchNames())
        try await library.run { _ in }
        let output = Task { try await call.first() }
        while try await library.run(\.observerCount) == 0 {}
        business.shutDown()
        await #expect(throws: RouteError(.unavailable, route: nil)) { try await output.value }
        await #expect(throws: RouteError(.unavailable, route: nil)) {
            try await router.run(WatchNames())
        }
    }

    @Test("a task gets the first output, and an error if there is none")
    func taskGetsTheFirstOutput() async throws {
        try await withScheduler { business in
            let library = SchedulerBound(on: business) { Library() }
            let table = RouteTable()
            table.add("main") { routes in
                routes.serve(ShowFeed.self, by: library) { $0.window($1.limit) }
                routes.serve(WatchNames.self, finding: { _ in library }) { _, _ in
                    Signal<String, Never>.sequence(["a", "b"])
                }
                routes.serve(Forget.self, finding: { _ in library }) { _, _ in
                    Signal<Void, Never>.empty
                }
            }
            let router = try Router(table, on: business)
            #expect(try await router.run(ShowFeed(limit: 1)) == ["a"])
            #expect(try await router.run(WatchNames()) == "a")
            await #expect(throws: RouteError(.noOutput, route: nil)) {
                try await router.run(Forget())
            }
        }
    }

    @Test("calls from many threads are all answered")
    func callsFromManyThreadsAreAnswered() async throws {
        try await withScheduler { business in
            let library = SchedulerBound(on: business) { Library() }
            let table = RouteTable()
            table.add("Feed") { $0.serve(ShowFeed.self, by: library) { $0.window($1.limit) } }
            let router = try Router(table, on: business)
            let answers = await withTaskGroup(of: [[String]?].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var answers: [[String]?] = []
                        for _ in 0..<200 {
                            answers.append(try? await router.run(ShowFeed(limit: 1)))
                        }
                        return answers
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(answers == Array(repeating: ["a"], count: 1600))
        }
    }

    @Test("a route that no module serves fails with its name", arguments: [true, false])
    func routeWithoutAHandlerFails(isSchedulerOpen: Bool) async throws {
        let business = WorkScheduler(name: "BL")
        let router = try Router(RouteTable(), on: business)
        if !isSchedulerOpen { business.shutDown() }
        let error = await #expect(throws: RouteError.self) { try await router.run(ShowFeed()) }
        #expect(error?.code == (isSchedulerOpen ? .noHandler : .unavailable))
        #expect(error?.route == "ShowFeed")
        business.shutDown()
    }
}
