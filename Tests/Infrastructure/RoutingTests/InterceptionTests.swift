import Routing
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// Routes that need a user.
private protocol NeedsUser {}

private struct ShowAccount: Route, NeedsUser {
    typealias Output = [String]
}

/// Asks for a user, and answers when the user has decided.
private final class SignIn: RouteInterceptor {
    var isSignedIn = false
    let answers = Subject<Bool, Never>()

    func decide<R: Route>(_ route: R) -> Signal<RouteDecision<R.Output>, Never> {
        guard route is any NeedsUser, !isSignedIn else { return .just(.proceed) }
        return answers.signal.map { $0 ? .proceed : .decline }
    }
}

@Suite("Interceptors: proceed, fail, or replace")
struct InterceptionTests {
    private let world = World()
    private let seen = Recorder<String>()

    @Test("interceptors see a route in their order, on their schedulers, before the handler")
    func interceptorsDecideInOrder() throws {
        let services = [
            SchedulerBound(on: world.ui) { "first" },
            SchedulerBound(on: world.business) { "second" },
        ]
        let router = try world.router { [seen] in
            for service in services {
                $0.intercept(ShowFeed.self, by: service) { name, route in
                    seen.add("\(name) \(route.limit) on \(Schedulers.current?.name ?? "")")
                    return .just(.proceed)
                }
            }
            $0.intercept(WatchNames.self, by: services[0]) { _, _ in .just(.decline) }
            $0.serve(ShowFeed.self, by: world.library) { library, route in
                seen.add("handler")
                return library.window(route.limit)
            }
        }
        let probe = world.call(ShowFeed(limit: 1), through: router)
        #expect(probe.values == [["a"]] && probe.isCompleted)
        #expect(seen.values == ["first 1 on UI", "second 1 on BL", "handler"])
    }

    @Test("an interceptor ends a call: declined, failed, or without a decision")
    func interceptorEndsACall() throws {
        let service = SchedulerBound(on: world.ui) { 0 }
        let broken = SchedulerBound<Int>(on: world.ui) { throw Oops() }
        func code(
            _ service: SchedulerBound<Int>,
            _ decide: @escaping @Sendable () -> Signal<RouteDecision<[String]>, Never>
        ) throws -> RouteError.Code? {
            let router = try world.router {
                $0.intercept(ShowFeed.self, by: service) { _, _ in decide() }
                $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
            }
            let probe = world.call(ShowFeed(), through: router)
            #expect(probe.isGrammatical && probe.values.isEmpty)
            return probe.code
        }
        #expect(try code(service) { .just(.decline) } == .declined)
        #expect(try code(service) { .just(.fail(Oops())) } == .failed)
        #expect(try code(service) { .just(.fail(RouteError(.loop, route: nil))) } == .loop)
        #expect(try code(service) { .empty } == .declined)
        #expect(try code(service) { Signal { _ in } } == .abandoned)
        #expect(try code(broken) { .just(.proceed) } == .unavailable)
        #expect(try world.library(\.calls).isEmpty)
    }

    @Test("an interceptor replaces a route by another one, which all interceptors see")
    func interceptorReplacesARoute() throws {
        let service = SchedulerBound(on: world.ui) { 0 }
        let router = try world.router { [seen] in
            $0.intercept(ShowFeed.self, by: service) { _, route in
                seen.add("first \(route.limit)")
                return .just(.proceed)
            }
            $0.intercept(ShowFeed.self, by: service) { _, route in
                .just(route.limit == 1 ? .replace(ShowFeed(limit: 3)) : .proceed)
            }
            $0.intercept(ShowAccount.self, by: service) { _, _ in
                .just(.replace(ShowFeed(limit: 1)))
            }
            $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
        }
        let probe = world.call(ShowAccount(), through: router)
        #expect(probe.values == [["a", "b", "c"]] && probe.isCompleted)
        #expect(seen.values == ["first 1", "first 3"])
    }

    @Test("sixteen replacements are accepted, and the next one is a loop", arguments: [16, 17])
    func replacementsAreLimited(count: Int) throws {
        let service = SchedulerBound(on: world.ui) { 0 }
        let router = try world.router {
            $0.intercept(ShowFeed.self, by: service) { _, route in
                .just(route.limit == count ? .proceed : .replace(ShowFeed(limit: route.limit + 1)))
            }
            $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
        }
        let probe = world.call(ShowFeed(limit: 0), through: router)
        #expect(probe.code == (count == 16 ? nil : .loop))
        #expect(probe.isGrammatical && probe.completions.count == 1)
    }

    @Test("sign in first: the pending route proceeds after the answer, or is declined")
    func pendingRouteProceedsAfterSigningIn() throws {
        let signIn = SchedulerBound(on: world.ui) { SignIn() }
        let router = try world.router {
            $0.intercept(by: signIn)
            $0.serve(ShowAccount.self, by: world.library) { library, _ in library.window(1) }
            $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
        }
        #expect(world.call(ShowFeed(), through: router).isCompleted, "it needs no user")
        let pending = [
            world.call(ShowAccount(), through: router), world.call(ShowAccount(), through: router),
        ]
        #expect(pending.allSatisfy { $0.records.isEmpty })
        try answer(signIn, true)
        #expect(pending.allSatisfy { $0.values == [["a"]] && $0.isCompleted })
        let declined = world.call(ShowAccount(), through: router)
        try answer(signIn, false)
        #expect(declined.code == .declined && declined.isGrammatical)
    }

    @Test("the disposal of a pending call ends the flow of the interceptor")
    func disposalEndsTheInterceptor() throws {
        let signIn = SchedulerBound(on: world.ui) { SignIn() }
        let router = try world.router {
            $0.intercept(by: signIn)
            $0.serve(ShowAccount.self, by: world.library) { library, _ in library.window(1) }
        }
        let pending = world.call(ShowAccount(), through: router)
        #expect(try world.ui.enter { try signIn.get(in: $0).answers.observerCount } == 1)
        world.dispose(pending)
        #expect(try world.ui.enter { try signIn.get(in: $0).answers.observerCount } == 0)
        try answer(signIn, true)
        #expect(pending.records.isEmpty)
        #expect(try world.library(\.calls).isEmpty)
    }

    @Test("the interceptors of a removed module see no more routes")
    func interceptorsOfARemovedModuleAreGone() throws {
        let service = SchedulerBound(on: world.ui) { 0 }
        let router = try world.router { table in
            table.add("strict") {
                $0.intercept(ShowFeed.self, by: service) { _, _ in .just(.decline) }
            }
            table.add("main") {
                $0.serve(ShowFeed.self, by: world.library) { $0.window($1.limit) }
            }
        }
        #expect(world.call(ShowFeed(), through: router).code == .declined)
        router.remove(module: "strict")
        #expect(world.call(ShowFeed(), through: router).isCompleted)
    }

    @Test("a module that is removed while an interceptor decides does not answer")
    func removalDuringADecisionReachesTheFallback() throws {
        let signIn = SchedulerBound(on: world.ui) { SignIn() }
        let router = try world.router { table in
            table.add("gate") { routes in
                routes.intercept(by: signIn)
                routes.fallback(for: [String].self, by: signIn) { _, _ in
                    Signal<[String], Never>.just(["fallback"])
                }
            }
            table.add("main") {
                $0.serve(ShowAccount.self, by: world.library) { library, _ in library.window(1) }
            }
        }
        let pending = world.call(ShowAccount(), through: router)
        router.remove(module: "main")
        try answer(signIn, true)
        #expect(pending.values == [["fallback"]] && pending.isCompleted)
    }

    private func answer(_ signIn: SchedulerBound<SignIn>, _ answer: Bool) throws {
        try world.ui.enter { try signIn.get(in: $0).answers.send(answer) }
        world.clock.runUntilIdle()
    }
}
