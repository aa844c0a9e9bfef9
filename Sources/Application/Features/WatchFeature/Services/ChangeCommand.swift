import Foundation
import PhotoFeed
import Processes
import Scheduling
import Signals

/// Runs the command of `--on-change` after runs that have changed a library.
///
/// One command of a library runs at a time. The changes of the runs that end meanwhile are added
/// up, and start the command once more. The commands of several libraries share an executor, which
/// limits how many of them run at once. Nothing from a server is part of the command line: the
/// command gets numbers, the path of the library and the name of the account, in its environment.
@MainActor
@Schedulable
final class ChangeCommand {
    /// The end of a command.
    enum End: Hashable, Sendable {
        /// The command has ended by itself, or by a signal.
        case ended(code: Int32, output: String)
        /// The command was stopped at the time limit.
        case timedOut
        /// The command could not be run, for this reason.
        case failed(String)
    }

    /// Runs the command with environment variables.
    typealias Run = @Sendable ([String: String]) async throws -> ShellCommand.Outcome

    /// The number of commands that run at the same time, of all libraries.
    static let parallelRuns = 2
    /// The time that a command may take.
    static let timeLimit = Duration.seconds(600)
    /// The bytes of the output that are read; a longer output ends the command by SIGPIPE.
    static let outputLimit = 64 << 10

    private let environment: [String: String]
    private let runCommand: Run
    private let pause: @Sendable (Duration) async throws -> Void
    private let report: @MainActor (End) -> Void
    private let executor: any JobExecutor
    private var waiting: ChangeCounts?
    private var running: Task<End?, Never>?
    /// Runs the command for all changes that wait; made with the first change.
    private var job: Job<Void, Never>?

    /// Creates the command of a library.
    ///
    /// - Parameters:
    ///   - environment: variables of every run of the command.
    ///   - executor: starts the command when it may run.
    ///   - pause: waits for the time limit.
    ///   - run: runs the command; it is cancelled at the time limit.
    ///   - report: receives the end of each command.
    init(
        environment: [String: String], on executor: any JobExecutor,
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        },
        run: @escaping Run, report: @escaping @MainActor (End) -> Void
    ) {
        self.environment = environment
        self.executor = executor
        self.pause = pause
        runCommand = run
        self.report = report
    }

    /// Returns a function that runs a command line by the shell, without standard input.
    static func shell(_ line: String) -> Run {
        { try await ShellCommand.run(line, input: [], environment: $0, readingUpTo: outputLimit) }
    }

    /// Runs the command for a run that has changed something.
    func changed(_ progress: SyncProgress) {
        checkScheduler()
        let counts = ChangeCounts(progress)
        guard !counts.isEmpty else { return }
        if waiting == nil { waiting = counts } else { waiting? += counts }
        let job = job ?? makeJob()
        self.job = job
        job.execute()
    }

    /// Waits until all changes have been handled.
    func finish() async {
        checkScheduler()
        while let job, job.isExecuting.value { await job.execute().wait(in: .main) }
    }

    /// Stops the command that runs, and drops the changes that wait.
    func stop() async {
        checkScheduler()
        waiting = nil
        guard let running else { return job?.cancel() ?? () }
        running.cancel()
        await finish()
    }

    private func makeJob() -> Job<Void, Never> {
        let job = Job<Void, Never>(on: executor) { [unowned self] in
            .task(in: .main) { [weak self] in await self?.handleChanges() }
        }
        // The next run starts behind the commands of the other libraries.
        job.outcomes.observe { [unowned self, unowned job] _ in
            if waiting != nil { job.execute() }
        }
        return job
    }

    private func handleChanges() async {
        checkScheduler()
        guard let counts = waiting else { return }
        waiting = nil
        let variables = environment.merging(counts.environment) { $1 }
        let command = Task { await run(variables) }
        running = command
        let end = await command.value
        running = nil
        if let end { report(end) }
    }

    /// Runs the command within the time limit; `nil` if it was stopped.
    private func run(_ variables: [String: String]) async -> End? {
        checkScheduler()
        return await withTaskGroup(of: End?.self) { [runCommand, pause] group in
            group.addTask {
                do {
                    let outcome = try await runCommand(variables)
                    let output = String(decoding: outcome.output, as: UTF8.self)
                    return .ended(code: outcome.code, output: output)
                } catch is CancellationError {
                    return nil
                } catch {
                    return .failed(error.localizedDescription)
                }
            }
            group.addTask {
                do { try await pause(Self.timeLimit) } catch { return nil }
                return .timedOut
            }
            let end = await group.next() ?? nil
            group.cancelAll()
            return end
        }
    }
}
