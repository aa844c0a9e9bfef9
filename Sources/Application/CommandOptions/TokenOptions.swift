import ArgumentParser
import CommandLineProgram
import DurableFiles
import Foundation
package import PhotoFeed
import Providers
import ShellCommands

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
            "Run COMMAND in a shell, and read the token from its output.", valueName: "COMMAND"))
    var tokenCommand: String?

    package init() {}

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
        for endpoint: Endpoint?, of provider: FeedProvider,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> String? {
        if let tokenCommand { return try await Self.output(of: tokenCommand) }
        let fallback =
            endpoint.map { provider.hosts.contains($0.url) } ?? true
            ? environment["PHOTOPARK_TOKEN_FILE"].flatMap(UserPath.init(argument:)) : nil
        guard let file = tokenFile ?? fallback else { return nil }
        return try await Self.onThread { try Self.content(of: file) }
    }

    /// The token in `file`, which may be a pipe.
    ///
    /// - Throws: `ProgramError` with the status `authorization`.
    package static func content(of file: UserPath) throws -> String {
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
        return try BearerToken(head, from: "the token file \(file)").text
    }

    /// Reads on a separate thread.
    ///
    /// The source of the token may block for long, for example to ask the user for a password.
    private static func onThread(
        _ read: @escaping @Sendable () throws -> String
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: read)) }
        }
    }

    /// Reads up to one byte more than the longest accepted input, so that longer input is detected.
    private static func head(of stream: UnsafeMutablePointer<FILE>) -> Data {
        var buffer = [UInt8](repeating: 0, count: BearerToken.longestSource + 1)
        let count = fread(&buffer, 1, buffer.count, stream)
        return Data(buffer.prefix(count))
    }

    /// The token that the shell command `line` prints; cancelling the task stops the command.
    private static func output(of line: String) async throws -> String {
        let command: ShellCommand
        do {
            command = try ShellCommand(line)
        } catch {
            throw ProgramError(
                .authorization, "cannot run the token command: \(error.localizedDescription)")
        }
        return try await withTaskCancellationHandler {
            try await onThread { try output(of: command) }
        } onCancel: {
            command.stop()
        }
    }

    private static func output(of command: ShellCommand) throws -> String {
        let head = Result { try command.read(upTo: BearerToken.longestSource + 1) }
        let code = command.wait()
        if case .failure(let error) = head, error is CancellationError {
            throw ProgramError(.authorization, "the token command was stopped")
        }
        guard code == 0 else {
            throw ProgramError(.authorization, "the token command ended with code \(code)")
        }
        return try BearerToken(head.get(), from: "the token command's output").text
    }
}
