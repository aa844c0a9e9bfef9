package import ArgumentParser
import Foundation
import Scheduling

/// A command that runs on the main scheduler and ends with an exit code.
package protocol ProgramCommand: ParsableCommand, Sendable {
    /// The names of similar commands in other programs, for the hint at an unknown command.
    static var synonyms: [String] { get }

    /// The option that the user of an unexpected argument probably means; `nil` if there is none.
    static var optionForStrayArgument: String? { get }

    /// The command's line among the examples in the help of the program.
    static var example: CommandExample? { get }

    /// Whether the command runs without the configuration if that is not valid, to report it.
    static var toleratesConfiguration: Bool { get }

    /// Whether the end of the command is reported to the usage, which counts it if the user wants
    /// that.
    var isCounted: Bool { get }

    /// Does the command's work.
    ///
    /// The first SIGHUP, SIGINT or SIGTERM cancels it. It then closes its library, and may return
    /// or throw anything, since the signal decides the exit code.
    @MainActor func execute(with modules: ProgramModules) async throws -> ExitStatus
}

extension ProgramCommand {
    package static var synonyms: [String] { [] }
    package static var optionForStrayArgument: String? { nil }
    package static var example: CommandExample? { nil }
    package static var toleratesConfiguration: Bool { false }
    package var isCounted: Bool { true }

    /// Runs the command, and ends the process with its exit code.
    package func run(with modules: ProgramModules) -> Never {
        let modules = modules.running(isCounted ? Self.configuration.commandName : nil)
        Program.run { try await execute(with: modules) }
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
        Interruption.shared.install()
        let work = Task { @MainActor in
            let status = StandardOutput.shared.finish(await outcome(of: execute))
            await ProgramLog.finish(status)
            Foundation.exit((Interruption.shared.received ?? status).rawValue)
        }
        Interruption.shared.onFirst { work.cancel() }
        #if DEBUG
            DebugWatchdog.start()
        #endif
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
            ProgramLog.report(error)
            StandardError.line("photopark: " + report.message)
            return report.status
        }
    }
}
