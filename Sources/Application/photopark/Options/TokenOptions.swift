import ArgumentParser
import Foundation

/// Where the access token comes from; never an argument, since the list of processes is public.
struct TokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the access token from FILE; only its owner may be able to read it.",
            valueName: "FILE"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Run COMMAND with the shell and take the token from its output.", valueName: "COMMAND"))
    var tokenCommand: String?

    func validate() throws {
        if tokenFile != nil, tokenCommand != nil {
            throw ValidationError("--token-file and --token-command exclude each other")
        }
    }

    /// The token, from the option given, else from the file that `PHOTOPARK_TOKEN_FILE` names.
    ///
    /// - Throws: `ProgramError` with the status `authorization`.
    func token(environment: [String: String] = ProcessInfo.processInfo.environment) throws
        -> String?
    {
        if let tokenCommand { return try Self.read(fromCommand: tokenCommand) }
        guard let file = tokenFile ?? environment["PHOTOPARK_TOKEN_FILE"] else { return nil }
        return try Self.read(fromFile: file)
    }

    private static func read(fromFile file: String) throws -> String {
        let path = (file as NSString).expandingTildeInPath
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

    private static func read(fromCommand command: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = output
        do { try process.run() } catch {
            throw ProgramError(
                .authorization, "cannot run the token command: \(error.localizedDescription)")
        }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ProgramError(
                .authorization, "the token command ended with code \(process.terminationStatus)")
        }
        return try checked(data, from: "the token command's output")
    }

    /// A token is visible ASCII, so that it fits into a header; what was read is never repeated in a message.
    private static func checked(_ data: Data, from source: String) throws -> String {
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw ProgramError(.authorization, "\(source) is empty") }
        guard text.utf8.count <= 8192, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ProgramError(.authorization, "\(source) holds something else than one token")
        }
        return text
    }
}
