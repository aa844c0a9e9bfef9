import ArgumentParser
import Foundation

/// Where the access token comes from; never an argument, since the list of processes is public.
struct TokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the access token from FILE, which only its owner may be able to read; without this, from the file that "
                + "PHOTOPARK_TOKEN_FILE names.", valueName: "FILE"), completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Run COMMAND with the shell and take the token from its output.", valueName: "COMMAND"))
    var tokenCommand: String?

    private static let longestToken = 8192

    func validate() throws {
        if tokenFile != nil, tokenCommand != nil {
            throw ValidationError("--token-file and --token-command exclude each other")
        }
    }

    /// The token, from the option given, else from the file that `PHOTOPARK_TOKEN_FILE` names.
    ///
    /// - Throws: `ProgramError` with the status `authorization`.
    func token(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> String? {
        if let tokenCommand { return try await Self.read(fromCommand: tokenCommand) }
        guard let file = tokenFile ?? environment["PHOTOPARK_TOKEN_FILE"] else { return nil }
        return try Self.read(fromFile: file)
    }

    private static func read(fromFile file: String) throws -> String {
        let path = UserPath.expanded(file)
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ProgramError(
                .authorization,
                "cannot read the token file \(file): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ProgramError(
                .authorization, "others can read the token file \(file): run `chmod 600` on it")
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ProgramError(.authorization, "cannot read the token file \(file)")
        }
        return try checked(data, from: "the token file \(file)")
    }

    /// Runs `command` on a thread of its own: it may ask its user for something, and take its time.
    private static func read(fromCommand command: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try output(of: command) })
            }
        }
    }

    private static func output(of command: String) throws -> String {
        guard let stream = popen(command, "r") else {
            throw ProgramError(
                .authorization,
                "cannot run the token command: \(String(cString: strerror(errno)))")
        }
        // One byte more than a token may have, so that too long a one is seen.
        var buffer = [UInt8](repeating: 0, count: longestToken + 2)
        let count = fread(&buffer, 1, buffer.count, stream)
        let status = pclose(stream)
        guard status == 0 else {
            throw ProgramError(
                .authorization, "the token command ended with code \(exitCode(status))")
        }
        return try checked(Data(buffer.prefix(count)), from: "the token command's output")
    }

    /// As a shell has it: what the process gave, or 128 and the signal that ended it.
    private static func exitCode(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// A token is visible ASCII, so that it fits into a header; what was read is never repeated in a message.
    private static func checked(_ data: Data, from source: String) throws -> String {
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw ProgramError(.authorization, "\(source) is empty") }
        guard text.utf8.count <= longestToken, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw ProgramError(.authorization, "\(source) holds something else than one token")
        }
        return text
    }
}
