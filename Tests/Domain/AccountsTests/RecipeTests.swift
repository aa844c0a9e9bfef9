import Foundation
import KeyedStore
import Testing

@testable import Accounts

/// The recipes for password stores in `Documentation/Persistence.md`, with the real programs.
///
/// A test is skipped where its programs are not installed; `Scripts/bootstrap tests` installs them.
@Suite struct RecipeTests {
    private let temporary: TemporaryFolder
    private let accounts: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        accounts = AccountStore(in: AccountFolders(path: temporary("accounts")))
    }

    private static func areInstalled(_ programs: String...) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return programs.allSatisfy { program in
            folders.contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
            }
        }
    }

    /// Writes the recipe that uses `program` as a script, and returns the command that runs it.
    private func recipe(for program: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let document = tests.appending(path: "../../../Documentation/Persistence.md").standardized
        let blocks = try String(contentsOf: document, encoding: .utf8).components(
            separatedBy: "```text\n")
        let block = try #require(
            blocks.first { $0.hasPrefix("#!/bin/sh") && $0.contains("\(program) ") })
        return try script(
            try #require(block.components(separatedBy: "```").first), named: "recipe")
    }

    /// Writes a script, and returns the command that runs it.
    ///
    /// The shell reads it: a file that has just been written cannot be executed while another test
    /// starts a process, which has the file open for a moment.
    private func script(_ text: String, named name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: temporary(name)))
        return "/bin/sh '\(temporary(name))'"
    }

    /// Stores, reads, replaces and erases a credential, and returns its store.
    private func checkStore(_ command: String) async throws -> CredentialStore {
        let account = Account.test(command: command)
        try await accounts.add(account, .test("canary-1"))
        let store = accounts.credentials(of: account)
        #expect(try await store.credential() == .test("canary-1"))
        try await store.store(.test("canary-2"))
        #expect(try await store.credential() == .test("canary-2"))
        for _ in 0..<2 { try await store.erase() }
        #expect(try await store.credential() == nil)
        try await store.store(.test("canary-3"))
        for file in temporary.files {
            let text = try? Data(contentsOf: URL(filePath: temporary(file)))
            #expect(text?.firstRange(of: Data("canary".utf8)) == nil, "\(file)")
        }
        return store
    }

    @Test(.enabled(if: areInstalled("gpg", "pass"), "pass is not installed"))
    func theRecipeForPassKeepsACredential() async throws {
        let keys = temporary("keys")
        try FileManager.default.createDirectory(
            atPath: keys, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let variables = "GNUPGHOME='\(keys)' PASSWORD_STORE_DIR='\(temporary("store"))'"
        let preparation = try script(
            """
            export \(variables)
            gpg --batch --pinentry-mode loopback --passphrase '' \
                --quick-gen-key test@example.org default default never && pass init test@example.org
            """, named: "prepare")
        #expect(try run(preparation) == 0)
        _ = try await checkStore("\(variables) \(try recipe(for: "pass"))")
        #expect(try run("GNUPGHOME='\(keys)' gpgconf --kill gpg-agent") == 0)
    }

    @Test(
        .enabled(
            if: areInstalled("dbus-run-session", "gnome-keyring-daemon", "secret-tool"),
            "a keyring is not installed"))
    func theRecipeForSecretToolKeepsACredential() async throws {
        let unlocking = "printf word | gnome-keyring-daemon --unlock --components=secrets"
        // Each call gets a session of its own, whose keyring is a file of the home folder.
        let store = try await checkStore(
            "HOME='\(temporary.path)' XDG_RUNTIME_DIR='\(temporary.path)' "
                + "dbus-run-session -- \(try session(after: unlocking))")
        // A keyring that is locked, or that cannot be reached, does not count as empty.
        for obstacle in ["", "export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent"] {
            _ = try session(after: obstacle)
            let reading = await result { () async throws(AccountError) in
                try await store.credential()
            }
            #expect(reading.failureCode == .commandFailed, "\(obstacle)")
            let erasing = await result { () async throws(AccountError) in try await store.erase() }
            #expect(erasing.failureCode == .commandFailed, "\(obstacle)")
        }
        _ = try session(after: unlocking)
        #expect(try await store.credential() == .test("canary-3"))
    }

    /// Writes the script of a session, which runs the recipe for `secret-tool` after `preparation`.
    private func session(after preparation: String) throws -> String {
        let recipe = try recipe(for: "secret-tool")
        return try script("\(preparation) >/dev/null\nexec \(recipe) \"$@\"\n", named: "session")
    }

    /// Runs a command line without input, and returns its exit code.
    private func run(_ command: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
