import ArgumentParser
import Foundation
import Scheduling

/// A command that runs on the main scheduler and ends with an exit code.
protocol ProgramCommand: ParsableCommand, Sendable {
    /// Does the command's work.
    ///
    /// The first SIGHUP, SIGINT or SIGTERM cancels it. It then closes its library, and may return
    /// or throw anything, since the signal decides the exit code.
    @MainActor func execute() async throws -> ExitStatus
}

extension ProgramCommand {
    func run() throws {
        let command = self
        Program.run { try await command.execute() }
    }
}

/// The process around a command.
private enum Program {
    /// Runs the main scheduler until `execute` has ended, and exits with its status.
    ///
    /// All commands share this one function, which is not inlined and takes a closure. With a copy
    /// for each command, which never returns, the optimiser of Swift 6.3 makes a command's task
    /// read stale values from the stack.
    @inline(never)
    static func run(_ execute: @escaping @MainActor @Sendable () async throws -> ExitStatus)
        -> Never
    {
        if let refusal = DescriptorTable.refusal {
            StandardError.line("photopark: \(refusal)")
            Foundation.exit(ExitStatus.systemError.rawValue)
        }
        StandardDescriptors.occupy()
        DescriptorTable.grow()
        signal(SIGPIPE, SIG_IGN)
        Interruption.shared.install()
        let work = Task { @MainActor in
            var status = await outcome(of: execute)
            StandardOutput.shared.flush()
            if status == .success, let failure = StandardOutput.shared.failure {
                StandardError.line("photopark: cannot write to standard output: \(failure)")
                status = .inputOutput
            }
            Foundation.exit((Interruption.shared.received ?? status).rawValue)
        }
        Interruption.shared.onFirst { work.cancel() }
        Schedulers.refuseBlockingOnMain()
        MainScheduler.shared.run()
    }

    @MainActor
    private static func outcome(
        of execute: @MainActor @Sendable () async throws -> ExitStatus
    ) async -> ExitStatus {
        do {
            return try await execute()
        } catch {
            guard Interruption.shared.received == nil else { return .success }
            let report = FailureReport(error)
            StandardError.line("photopark: " + report.message)
            return report.status
        }
    }
}
