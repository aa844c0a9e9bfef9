import BoundaryErrors
import CommandLineProgram
import Composition
import Routing
import Scheduling
import Signals
import Testing

/// The composition of the program for a command, and the routes of its modules.
@MainActor @Suite struct ProgramModulesTests {
    private enum NumberKey: SharedServiceKey { typealias Service = Int }

    private final class Log {
        var lines: [String] = []
    }

    private enum LogKey: ServiceKey {
        typealias Service = Log
        static let role = SchedulerRole.business
    }

    private struct Double: Route {
        typealias Output = Int
        let number: Int
    }

    private protocol Counting: Module { var count: Int { get } }

    private struct Numbers: RouteModule, Counting {
        let count = 1

        func load(_ plan: ServicePlan) {
            plan.bind(NumberKey.self) { 20 }
            plan.bind(LogKey.self) { Log() }
        }

        func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
            routes.serve(Double.self, finding: { _ in program.scope.handle(LogKey.self) }) {
                log, route in
                log.lines.append("\(route.number)")
                return Signal<Int, Never>.just(2 * route.number)
            }
        }
    }

    /// Serves the route of `Numbers`, too.
    private struct Rival: RouteModule, Counting {
        let count = 2

        func load(_ plan: ServicePlan) {}

        func loadRoutes(_ routes: inout ModuleRoutes, _ program: ComposedProgram) {
            routes.serve(Double.self, on: MainScheduler.shared) { 3 * $0.number }
        }
    }

    private enum AbsentKey: SharedServiceKey { typealias Service = Int }

    private enum NeedingKey: SharedServiceKey { typealias Service = Int }

    private struct Needing: Module {
        func load(_ plan: ServicePlan) { plan.bind(NeedingKey.self, AbsentKey.here) { $0 } }
    }

    @Test(arguments: [ProgramModules.Placement.partitioned, .singleScheduler])
    func aCommandCallsTheRoutesAndServicesOfTheModules(
        _ placement: ProgramModules.Placement
    ) async throws {
        let (output, lines, scheduler) = try await ProgramModules([Numbers()]).run(
            placement: placement
        ) { program in
            let number = try program.scope.here(NumberKey.self)
            let output = try await program.router.run(Double(number: number))
            let log = program.scope.handle(LogKey.self)
            return (output, try await log.run { $0.lines }, log.scheduler.name)
        }
        #expect(output == 40)
        #expect(lines == ["20"])
        #expect(scheduler == (placement == .partitioned ? "BL" : MainScheduler.shared.name))
    }

    @Test func theServicesAreGoneWhenTheCommandEnds() async throws {
        let log = try await ProgramModules([Numbers()]).run { program in
            let log = program.scope.handle(LogKey.self)
            try await log.run { $0.lines.append("first") }
            return log
        }
        let error = await #expect(throws: BoundError.self) { try await log.run { $0.lines } }
        #expect(error?.code == .serviceGone)
    }

    /// A service whose stop does not end.
    private final class Unstoppable: ServiceLifeCycle {
        private let stopping: AsyncStream<Void>.Continuation
        private let endless = AsyncStream<Void>.makeStream()

        init(_ stopping: AsyncStream<Void>.Continuation) { self.stopping = stopping }

        nonisolated(nonsending) func stop() async {
            stopping.finish()
            for await _ in endless.stream {}
        }
    }

    private enum UnstoppableKey: ServiceKey {
        typealias Service = Unstoppable
        static let role = SchedulerRole.business
    }

    private struct Stuck: Module {
        let stopping: AsyncStream<Void>.Continuation

        func load(_ plan: ServicePlan) {
            plan.bind(UnstoppableKey.self, when: .start) { [stopping] in Unstoppable(stopping) }
        }
    }

    @Test(arguments: [true, false])
    func anInterruptedProgramNamesTheOverdueServicesInTime(_ duringTheWork: Bool) async throws {
        let warnings = Guarded<[String]>([])
        let (stopping, stuck) = AsyncStream<Void>.makeStream()
        let (working, work) = AsyncStream<Void>.makeStream()
        let modules = ProgramModules([Stuck(stopping: stuck)]) { warning in
            warnings.withLock { $0.append(warning) }
        }
        let run = Task {
            try await modules.run { _ in
                work.finish()
                guard duringTheWork else { return }
                let endless = AsyncStream<Void>.makeStream()
                for await _ in endless.stream {}
            }
        }
        let moment = duringTheWork ? working : stopping
        for await _ in moment {}
        let begin = ContinuousClock.now
        run.cancel()
        try await run.value
        #expect(begin.duration(to: .now) < .seconds(30))
        #expect(
            warnings.withLock { $0 } == [
                "photopark: services did not stop in time: Unstoppable of program 'program'"
            ])
    }

    @Test func theEndOfACommandIsToldWhileItsServicesRun() async throws {
        let ends = Guarded<[String]>([])
        let modules = ProgramModules(
            [Numbers()],
            ended: { program, command, status in
                let number = (try? program.here(NumberKey.self)) ?? 0
                ends.withLock { $0.append("\(number) \(command) \(status?.name ?? "stopped")") }
            })
        try await modules.run { _ in }
        let feed = modules.running("feed")
        try await feed.run { _ in }
        let status = try await feed.run { _ in ExitStatus.partialSuccess }
        await #expect(throws: ProgramError.self) {
            try await feed.run { _ -> Void in throw ProgramError(.noInput, "no library") }
        }
        let stopped = Task { try await feed.run { _ in try Task.checkCancellation() } }
        stopped.cancel()
        await #expect(throws: CancellationError.self) { try await stopped.value }
        #expect(status == .partialSuccess)
        #expect(
            ends.withLock { $0 } == ["20 feed 0", "20 feed 3", "20 feed 66", "20 feed stopped"])
    }

    @Test func aDemonstrationReplacesAService() async throws {
        let number = try await ProgramModules([Numbers()])
            .run(changing: { $0.overriding(NumberKey.self) { 21 } }) {
                try $0.scope.here(NumberKey.self)
            }
        #expect(number == 21)
    }

    @Test func oneErrorListsTheFaultsOfServicesAndRoutes() async throws {
        let error = await #expect(throws: DeclarationError.self) {
            try await ProgramModules([Numbers(), Rival(), Needing()])
                .run(changing: { $0.overriding(NumberKey.self, LogKey.here) { _ in 1 } }) { _ in }
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("the route Double is served already"), "\(text)")
        #expect(error?.faults.count ?? 0 >= 2, "\(text)")
    }

    @Test func anAbilityIsFoundInTheOrderOfTheList() {
        let modules = ProgramModules([Rival(), Needing(), Numbers()])
        #expect(modules.with((any Counting).self).map(\.count) == [2, 1])
    }
}
