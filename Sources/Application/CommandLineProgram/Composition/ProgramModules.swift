package import Composition
import Routing
import Scheduling
import SchedulingDiagnostics

/// The modules of the program, from which a command composes its services.
///
/// UI: the commands and presenters, on the main scheduler. BL: the gateway, hosts, fetchers,
/// libraries and synchronizers, on the business scheduler. TS: the entities and handles, which may
/// be used on any thread.
package struct ProgramModules: Sendable {
    /// The scheduler of the business logic.
    package enum Placement: Sendable {
        /// A separate work scheduler with a lower priority than the user interface.
        case partitioned
        /// The main scheduler: a classic program with one thread, with the same results.
        case singleScheduler
    }

    /// A command waits until its libraries are closed; an interruption shortens the deadlines.
    private static let limits = LifeCycleLimits(stop: .seconds(60), end: .seconds(60))

    private let modules: [any Module]
    private let abilities: [ModuleAbility]
    private let warn: @Sendable (String) -> Void
    private let ended: @Sendable (Scope, String, ExitStatus?) -> Void
    /// The name of the command whose end is reported; `nil` if it is not reported.
    private var command: String?

    /// Creates the list of the modules.
    ///
    /// - Parameters:
    ///   - modules: the modules.
    ///   - abilities: the abilities that reports name besides the routes.
    ///   - warn: receives the warning about services that did not stop in time.
    ///   - ended: receives the end of a command before its services stop: the program, the name of
    ///     the command, and the status of its result; `nil` if a signal has stopped it.
    package init(
        _ modules: [any Module], abilities: [ModuleAbility] = [],
        warning warn: @escaping @Sendable (String) -> Void = { StandardError.line($0) },
        ended: @escaping @Sendable (Scope, String, ExitStatus?) -> Void = { _, _, _ in }
    ) {
        self.modules = modules
        self.abilities = abilities
        self.warn = warn
        self.ended = ended
    }

    /// Returns the modules for a command whose end is reported.
    ///
    /// - Parameter command: the name of the command; `nil` for one whose end is not reported.
    package func running(_ command: String?) -> ProgramModules {
        var modules = self
        modules.command = command
        return modules
    }

    /// The modules with an ability, in the order of the list.
    package func with<Ability>(_ ability: Ability.Type) -> [Ability] {
        modules.compactMap { $0 as? Ability }
    }

    /// Composes the services, runs `work`, and returns when the services are stopped and released.
    ///
    /// The libraries that `work` has used are closed when this returns or throws. The cancellation
    /// of the task reaches `work`, and shortens the deadlines of the stop, so that an interrupted
    /// program names the services that are overdue before it is ended.
    ///
    /// - Parameters:
    ///   - placement: the scheduler of the business logic.
    ///   - change: replaces services, for a demonstration.
    /// - Throws: `DeclarationError`; the error of a start; the error of `work`.
    @MainActor
    package func run<Result>(
        placement: Placement = .partitioned, changing change: (Assembly) -> Assembly = { $0 },
        _ work: @MainActor (RunningProgram) async throws -> Result
    ) async throws -> Result {
        // On a single scheduler, the services of the business logic block the main one.
        if placement == .partitioned { Schedulers.refuseBlockingOnMain() }
        let business: any Scheduler =
            switch placement {
            case .partitioned: WorkScheduler(name: "BL")
            case .singleScheduler: MainScheduler.shared
            }
        let program = ComposedProgram()
        let table = RouteTable()
        let scope = try change(
            Assembly(modules, abilities: abilities + [.routes(table, of: program)])
        )
        .compose(on: [.main: MainScheduler.shared, .business: business], limits: Self.limits) {
            TraceRecorder.mark("\($0)", on: "services")
        }
        let router = try Router(table, on: business)
        program.set(scope, router.routes)
        let running = RunningProgram(scope: scope, router: router)
        let start = Task { try await scope.start() }
        let interruption = StopInterruption()
        return try await withTaskCancellationHandler {
            do {
                try await start.value
                let result = try await perform(work, in: running)
                await stop(scope, interruption)
                return result
            } catch {
                await stop(scope, interruption)
                throw error
            }
        } onCancel: {
            interruption.begin()
        }
    }

    /// Does the work of the command, and tells its end.
    @MainActor
    private func perform<Result>(
        _ work: @MainActor (RunningProgram) async throws -> Result, in program: RunningProgram
    ) async throws -> Result {
        do {
            let result = try await work(program)
            tellEnd(result as? ExitStatus ?? .success, in: program.scope)
            return result
        } catch {
            tellEnd(FailureReport(error).status, in: program.scope)
            throw error
        }
    }

    /// Tells the end of the command; a signal cancels its task.
    private func tellEnd(_ status: ExitStatus, in program: Scope) {
        if let command { ended(program, command, Task.isCancelled ? nil : status) }
    }

    /// Stops the services, and names those that exceed their deadlines.
    @MainActor
    private func stop(_ scope: Scope, _ interruption: StopInterruption) async {
        let overdue = await withTaskCancellationHandler {
            await scope.stop().overdue
        } onCancel: {
            scope.requestStop(within: interruption.limits)
        }
        guard !overdue.isEmpty else { return }
        warn("photopark: services did not stop in time: \(overdue.joined(separator: ", "))")
    }
}
