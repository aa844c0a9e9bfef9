package import Accounts
import ArgumentParser
import CommandLineProgram
import DurableFiles
import Foundation
package import HTTPGateway
import KeyedStore
package import PhotoFeed
import Processes
import Providers
import Scheduling

/// The options for the source of the access token.
///
/// The token itself is never an argument, because every user can read the arguments of a process.
package struct TokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the access token, or a token endpoint's JSON response, from FILE. Only the "
                + "owner of the file may have access to it. Without this option, and for "
                + "\(Providers.standard.displayName) only, the file is the value of "
                + "PHOTOPARK_TOKEN_FILE.",
            valueName: "FILE"),
        completion: .file())
    var tokenFile: UserPath?

    @Option(
        help: ArgumentHelp(
            "Run COMMAND in a shell, and read the token from its output. The command is run again "
                + "when the token expires.",
            valueName: "COMMAND"))
    var tokenCommand: String?

    package init() {}

    /// Whether an option gives a token.
    package var isGiven: Bool { tokenFile != nil || tokenCommand != nil }

    /// Whether `PHOTOPARK_TOKEN_FILE` names a file with a token.
    package static var isInEnvironment: Bool {
        ProcessInfo.processInfo.environment["PHOTOPARK_TOKEN_FILE"] != nil
    }

    package func validate() throws {
        if tokenFile != nil, tokenCommand != nil {
            throw ValidationError("--token-file and --token-command cannot be combined")
        }
    }

    /// The token for the server at `endpoint`, where `nil` stands for the hosts of `provider`.
    ///
    /// The token comes from the given option, otherwise from the file that `PHOTOPARK_TOKEN_FILE`
    /// names. The variable applies to the provider's own domains: no other endpoint receives that
    /// token.
    ///
    /// - Returns: the token; `nil` if neither an option nor the variable gives one.
    /// - Throws: `ProgramError` with the status `authorization`.
    package func token(
        for endpoint: HTTPURL?, of provider: FeedProvider,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> String? {
        let form = provider.credentialForm
        if let tokenCommand { return try await Self.output(of: tokenCommand, form) }
        let fallback =
            endpoint.map { provider.hosts.contains($0) } ?? true
            ? environment["PHOTOPARK_TOKEN_FILE"].flatMap(UserPath.init(argument:)) : nil
        guard let file = tokenFile ?? fallback else { return nil }
        return try await onThreadOfItsOwn { try Self.content(of: file, form) }
    }

    /// Runs the token command for another token; `nil` without such a command.
    package var renewal: CommandTokenIssuer.Command? {
        guard let tokenCommand else { return nil }
        return { () async throws(AccountError) in
            do {
                return Secret(try await Self.output(of: tokenCommand, .accessToken))
            } catch {
                throw AccountError(.commandFailed, "\(error)", cause: error)
            }
        }
    }

    /// The token, or the password, in `file`, which may be a pipe.
    ///
    /// - Throws: `ProgramError` with the status `authorization`.
    package static func content(
        of file: UserPath, _ form: FeedCredential.Form = .accessToken
    ) throws -> String {
        func refusal() -> ProgramError {
            ProgramError(
                .authorization,
                "cannot read the token file \(file): \(String(cString: strerror(errno)))")
        }
        guard let stream = fopen(file.expanded, "r") else { throw refusal() }
        defer { fclose(stream) }
        guard let status = FileStatus(descriptor: fileno(stream)) else { throw refusal() }
        guard status.kind != .regular || status.permissions & 0o077 == 0 else {
            throw ProgramError(
                .authorization,
                "other users can read the token file \(file): run `chmod 600` on it")
        }
        let head = head(of: stream)
        guard ferror(stream) == 0 else { throw refusal() }
        return try text(of: head, form, from: "the token file \(file)")
    }

    private static func text(
        of data: Data, _ form: FeedCredential.Form, from source: String
    ) throws -> String {
        switch form {
        case .accessToken: try BearerToken(data, from: source).text
        case .password: try PasswordText(data, from: source).text
        }
    }

    /// Reads up to one byte more than the longest accepted input, so that longer input is detected.
    private static func head(of stream: UnsafeMutablePointer<FILE>) -> Data {
        var buffer = [UInt8](repeating: 0, count: BearerToken.longestSource + 1)
        let count = fread(&buffer, 1, buffer.count, stream)
        return Data(buffer.prefix(count))
    }

    /// The token, or the password, that the shell command `line` prints; cancelling the task stops
    /// the command.
    private static func output(
        of line: String, _ form: FeedCredential.Form
    ) async throws -> String {
        let outcome: ShellCommand.Outcome
        do {
            outcome = try await ShellCommand.run(line, readingUpTo: BearerToken.longestSource + 1)
        } catch is CancellationError {
            throw ProgramError(.authorization, "the token command was stopped")
        } catch {
            throw ProgramError(
                .authorization, "cannot run the token command: \(error.localizedDescription)")
        }
        guard outcome.code == 0 else {
            // A Ctrl-C and the end of a terminal reach this program, too, but maybe later.
            try? await Task.sleep(for: .milliseconds(100))
            throw ProgramError(
                .authorization, "the token command ended with code \(outcome.code)")
        }
        return try text(of: outcome.output, form, from: "the token command's output")
    }
}
