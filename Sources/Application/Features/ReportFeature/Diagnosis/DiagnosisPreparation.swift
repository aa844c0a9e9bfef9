import Accounts
import CommandLineProgram
import CommandOptions
import Composition
import ProgramServices

/// The account, the library and the server of a diagnosis, as far as they can be read.
///
/// A part that cannot be read is a finding, and not the end of the command.
struct DiagnosisPreparation: Sendable {
    let library: LibraryOption
    let server: ServerOptions
    let isOffline: Bool

    /// The subject of the checks, and what was found on the way to it.
    struct Outcome {
        var subject = DiagnosticSubject(account: nil, library: nil)
        var account: [DiagnosticFinding] = []
        var credential: [DiagnosticFinding] = []
    }

    /// The longest time for reading the accounts, and for running a token command.
    private static let limit = Duration.seconds(15)

    /// Reads the account and the credential, and opens the account of a library.
    @MainActor
    func outcome(in program: RunningProgram) async throws -> Outcome {
        var outcome = Outcome()
        let (choice, hasServer) = (library.choice, server.isGiven)
        let selection = await LimitedWork.run(within: Self.limit) {
            try await choice.selected(in: program, hasServer: hasServer).libraries[0]
        }
        let selected: LibraryChoice.Library
        switch selection {
        case .success(let found): selected = found
        case .failure(let error):
            outcome.account = [.bad("account", error)]
            return outcome
        case nil:
            outcome.account = [
                .bad(
                    "account", "overdue", "the accounts cannot be read in time",
                    advice: "check whether the disk hangs", status: .inputOutput)
            ]
            return outcome
        }
        outcome.account = [finding(about: selected)]
        let (configuration, credential) = await access(of: selected)
        outcome.credential = credential
        outcome.subject = DiagnosticSubject(
            account: selected.account, library: selected.folder, server: configuration,
            scope: try LibraryChoice.open(selected, in: program, server: configuration))
        return outcome
    }

    private func finding(about selected: LibraryChoice.Library) -> DiagnosticFinding {
        if let account = selected.account {
            return .good(
                "account", "signed-in", "\(account.name) is an account of \(account.provider)")
        }
        guard server.isGiven || library.isGiven || TokenOptions.isInEnvironment else {
            return .warning(
                "account", "none", "no account is signed in", advice: "run photopark login")
        }
        return .good("account", "not-used", "the options select a library or a server")
    }

    /// The server with the access to it; `nil` if there is none, or if it cannot be read.
    private func access(
        of selected: LibraryChoice.Library
    ) async -> (ServerConfiguration?, [DiagnosticFinding]) {
        let (server, account) = (server, selected.account)
        if account == nil {
            guard server.isGiven || TokenOptions.isInEnvironment else { return (nil, []) }
            if isOffline, server.token.renewal != nil {
                let message = "the token command is not run with --offline"
                return (nil, [.good("credential", "not-read", message)])
            }
        }
        let result = await LimitedWork.run(within: Self.limit) {
            try await server.configuration(for: account)
        }
        switch result {
        case .success(let configuration): return (configuration, [])
        case .failure(let error): return (nil, [.bad("credential", error)])
        case nil:
            let finding = DiagnosticFinding.bad(
                "credential", "overdue", "the token cannot be read in time",
                advice: "check the token file, or run the token command yourself",
                status: .authorization)
            return (nil, [finding])
        }
    }
}
