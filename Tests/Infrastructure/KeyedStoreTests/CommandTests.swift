import Foundation
import KeyedStore
import Testing

@Suite struct CommandTests {
    private static let token = Key<Secret<String>?>("command.token")
    private let passwords: PasswordStore

    init() throws { passwords = try PasswordStore() }

    private func error(of command: String, _ timeout: Duration = .seconds(30)) throws
        -> KeyedStoreError?
    {
        let backend = CommandBackend(
            command, entry: "anna", lockedIn: passwords.folder("locks"), timeout: timeout)
        return #expect(throws: KeyedStoreError.self) { try KeyedStore(backend) }
    }

    @Test func secretIsNeverAnArgument() throws {
        let store = try KeyedStore(passwords.backend())
        try store.update { $0[Self.token] = Secret("canary") }
        #expect(try KeyedStore(passwords.backend())[Self.token]?.reveal() == "canary")
        try store.update { $0[Self.token] = nil }
        let calls = try passwords.folder.content("calls").split(separator: "\n")
        #expect(
            calls == ["get anna", "get anna", "store anna", "get anna", "get anna", "erase anna"])
    }

    @Test func storedDataIsOneLine() throws {
        let store = try KeyedStore(passwords.backend())
        try store.update {
            $0[Self.token] = Secret("a\nb")
            $0[Key<Int?>("command.count")] = 1
        }
        let text = try passwords.folder.content("entry-anna")
        #expect(text.last == "\n")
        #expect(text.dropLast().contains("\n") == false)
        #expect(try KeyedStore(passwords.backend())[Self.token]?.reveal() == "a\nb")
    }

    @Test func failureOfTheCommandIsAnErrorAndNotAnEmptyStore() throws {
        #expect(try error(of: "exit 3; :")?.reason == "the command's get ended with code 3")
        #expect(try error(of: "no-such-command-\(UUID())")?.reason.contains("code 127") == true)
    }

    @Test func failureToStoreChangesNothing() throws {
        let store = try KeyedStore(passwords.backend())
        try store.update { $0[Self.token] = Secret("old") }
        let failing = try KeyedStore(
            passwords.backend("f() { [ $1 != store ] && \(passwords.command) \"$@\"; }; f"))
        let error = #expect(throws: KeyedStoreError.self) {
            try failing.update { $0[Self.token] = Secret("new") }
        }
        #expect(error?.reason == "the command's store ended with code 1")
        #expect(try failing[Self.token]?.reveal() == "old")
        #expect(try KeyedStore(passwords.backend())[Self.token]?.reveal() == "old")
    }

    @Test func commandThatHangsIsStopped() throws {
        let error = try error(of: "sleep 600; :", .milliseconds(100))
        #expect(error?.reason.hasPrefix("the command's get did not end within") == true)
    }

    @Test func secretThatDoesNotFitIsRefused() throws {
        let store = try KeyedStore(passwords.backend())
        let error = #expect(throws: KeyedStoreError.self) {
            try store.update { $0[Self.token] = Secret(String(repeating: "a", count: 1 << 21)) }
        }
        #expect(error?.code == .tooLarge)
        #expect(try store[Self.token] == nil)
    }
}
