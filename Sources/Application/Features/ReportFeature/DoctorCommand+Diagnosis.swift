import Accounts
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import Processes
import ProgramServices
import Routing

extension DoctorCommand {
    /// Runs the checks, prints their findings, and writes the report for others.
    @MainActor
    func diagnose(with modules: ProgramModules) async throws -> ExitStatus {
        // No crash writes a token to a file.
        let ban = CoreDumps()
        defer { withExtendedLifetime(ban) {} }
        if let bundle { try DiagnosisBundle.requireAbsence(at: bundle) }
        return try await modules.run { program in
            let preparation = DiagnosisPreparation(
                library: library, server: server, isOffline: offline)
            let outcome = try await preparation.outcome(in: program)
            let store = try program.scope.here(AccountStoreKey.self)
            let checks = checks(outcome, store, modules)
            let findings = await Diagnosis(checks, isOffline: offline)
                .findings(of: outcome.subject)
            try Task.checkCancellation()
            let report = DiagnosisReport(findings: findings)
            for line in json ? [report.json] : report.lines { StandardOutput.shared.line(line) }
            if let bundle {
                try DiagnosisBundle(
                    findings: findings,
                    version: modules.with(ReportModule.self).first?.version ?? "unknown",
                    options: Self.options(of: modules), composition: program.scope.describe()
                )
                .write(to: bundle)
            }
            return report.status
        }
    }

    /// The checks in the order of their findings, which is that of the program's parts: settings,
    /// account, server, library, features, machine.
    private func checks(
        _ outcome: DiagnosisPreparation.Outcome, _ store: AccountStore, _ modules: ProgramModules
    ) -> [any DiagnosticCheck] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let credential: any DiagnosticCheck =
            outcome.credential.isEmpty
            ? CredentialCheck(store: store)
            : KnownFindings(name: "credential", known: outcome.credential)
        var checks: [any DiagnosticCheck] = [
            ConfigurationCheck(commands: modules.commands),
            PermissionCheck(dataFolder: DataFolder.path, accounts: store.folders),
            KnownFindings(name: "account", known: outcome.account),
            credential, ScopeCheck(), ServerCheck(), AuthorizationCheck(),
        ]
        if probe { checks.append(ProbeCheck()) }
        checks.append(LibraryCheck(isNamed: library.isGiven))
        checks += modules.with((any DiagnosticModule).self).flatMap { $0.checks }
        checks.append(DiskCheck(dataFolder: DataFolder.path))
        checks.append(DescriptorCheck())
        checks.append(DecoderCheck(path: path))
        return checks
    }

    /// The keys of the options that the configuration sets; none if it is not valid.
    private static func options(of modules: ProgramModules) -> [(key: String, origin: String)] {
        let commands = ConfigurableCommand.all(modules.commands)
        guard let configuration = try? ProgramConfiguration.read(for: { commands }),
            let rows = try? OptionRow.all(of: commands, configuration)
        else { return [] }
        return rows.compactMap { row -> (key: String, origin: String)? in
            switch row.origin {
            case .environment: (row.key, "environment")
            case .file: (row.key, "file")
            case .standard, nil: nil
            }
        }
    }
}

extension ProgramModules {
    /// The commands of the program.
    fileprivate var commands: [any ProgramCommand.Type] {
        with((any CommandModule).self).flatMap { $0.commands }
    }
}
