import CommandLineProgram
import CommandOptions
import Providers

extension SyncCommand {
    /// The most accounts that are synced at the same time; each has a gateway of its own.
    private static let parallelRuns = 4

    /// Brings the libraries of several accounts up to date, each in a run of its own.
    ///
    /// A run that fails stops no other. The cancellation of the task stops all of them.
    ///
    /// - Returns: the worst of the exit codes.
    @MainActor
    func run(
        _ selection: LibraryChoice.Selection, in program: RunningProgram
    ) async throws -> ExitStatus {
        let accounts = selection.libraries
        let board = SyncBoard(accounts.map(\.name))
        for failure in selection.failures { StandardError.line(failure.line) }
        var statuses = selection.failures.map { FailureReport($0.error).status }
        let start: @MainActor @Sendable (Int) async -> ExitStatus = { number in
            await run(
                accounts[number], number, on: board, sharedBy: accounts.count, in: program)
        }
        let runs = await withTaskGroup(of: (Int, ExitStatus).self) { group in
            var waiting = accounts.indices.makeIterator()
            var running = 0
            var ended: [(Int, ExitStatus)] = []
            while true {
                while running < Self.parallelRuns, let number = waiting.next() {
                    running += 1
                    group.addTask { (number, await start(number)) }
                }
                guard let run = await group.next() else { break }
                running -= 1
                ended.append(run)
            }
            return ended
        }
        statuses += runs.sorted { $0.0 < $1.0 }.map(\.1)
        try Task.checkCancellation()
        return .worst(of: statuses)
    }

    /// Runs the sync of one of several accounts, and shows it.
    @MainActor
    private func run(
        _ library: LibraryChoice.Library, _ number: Int, on board: SyncBoard, sharedBy count: Int,
        in program: RunningProgram
    ) async -> ExitStatus {
        guard !Task.isCancelled else { return .success }
        let presenter = SyncPresenter(
            display: .chosen(json: json, quiet: quiet), provider: Providers.standard,
            account: library.name, margin: board.margin
        ) { board.write($0, of: number) }
        do {
            return try await presenter.reporting {
                try await follow(library, presenter, sharedBy: count, in: program)
            }
        } catch is CancellationError {
            return .success
        } catch {
            let report = FailureReport(error)
            board.write(report, of: number)
            return report.status
        }
    }
}
