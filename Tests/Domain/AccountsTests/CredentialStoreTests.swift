import DurableFiles
import Foundation
import Testing

@testable import Accounts

/// The rules of every credential store, and the permissions of files.
@Suite struct CredentialStoreTests {
    private let temporary: TemporaryFolder
    private let accounts: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        accounts = AccountStore(in: AccountFolders(path: temporary("accounts")))
        for name in ["work", "home"] { try accounts.folders.store(.test(name, id: name)) }
    }

    enum Kind: CaseIterable {
        case file, command
    }

    /// A password store of one folder, and its credentials.
    private func store(_ kind: Kind, of name: String = "work") -> CredentialStore {
        let line = """
            f() { case $1 in get) cat "$0/$2" 2>/dev/null; true;; \
            store) cat >"$0/$2";; erase) rm -f "$0/$2";; esac; }; f
            """
        return accounts.credentials(
            of: .test(
                name, command: kind == .file ? nil : line.replacing("$0", with: temporary.path)))
    }

    @Test(arguments: Kind.allCases)
    func aCredentialIsKeptForEachName(_ kind: Kind) async throws {
        let (store, home) = (store(kind), store(kind, of: "home"))
        let (first, second) = (
            AccountCredential.test("canary-1", expires: 7, lifetime: 14_400),
            AccountCredential.test("canary-2", refresh: nil)
        )
        #expect(try await store.credential() == nil)
        try await store.store(first)
        try await home.store(second)
        #expect(try await store.credential() == first)
        #expect(try await home.credential() == second)
        try await store.store(second)
        #expect(try await store.credential() == second)
        for _ in 0..<2 { try await store.erase() }
        #expect(try await store.credential() == nil)
        #expect(try await home.credential() == second)
    }

    @Test(arguments: Kind.allCases)
    func anAccountWithoutAFolderHasNoCredential(_ kind: Kind) async throws {
        let store = store(kind, of: "other")
        #expect(try await store.credential() == nil)
        try await store.erase()
        let outcome = await result { () async throws(AccountError) in
            try await store.store(.test())
        }
        #expect(outcome.failureCode == .folderUnusable)
        #expect(!temporary.files.contains { $0.contains("other") })
    }

    @Test func aFileIsPrivateAndReplacedInOneStep() async throws {
        try await store(.file).store(.test())
        try await store(.file).store(.test())
        #expect(try temporary.mode("accounts/work/credential.json") == 0o600)
        let files = temporary.files.filter {
            $0.hasPrefix("accounts/work/") && !$0.hasSuffix(".lock")
        }
        #expect(files == ["accounts/work/account.json", "accounts/work/credential.json"])
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o666])
    func aFileThatOtherUsersMayUseIsRefused(_ mode: Int) async throws {
        try await store(.file).store(.test())
        #expect(chmod(temporary("accounts/work/credential.json"), mode_t(mode)) == 0)
        #expect(await failureOfFile().failureCode == .credentialExposed)
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a file away"))
    func aFileOfAnotherUserIsRefused() async throws {
        try await store(.file).store(.test())
        try #require(chown(temporary("accounts/work/credential.json"), 65_534, 65_534) == 0)
        #expect(await failureOfFile().failureCode == .credentialExposed)
    }

    @Test(arguments: ["", "canary", "{}", #"{"version":2,"access_token":"canary"}"#])
    func aDamagedFileIsAnErrorThatDoesNotShowIt(_ text: String) async throws {
        try DurableFolder(path: temporary("accounts/work"))
            .write(text.utf8, named: "credential.json")
        let outcome = await failureOfFile()
        #expect(outcome.failureCode == .credentialDamaged)
        #expect(!"\(outcome)".contains("canary"))
        // A new credential replaces it, and no copy is kept.
        try await store(.file).store(.test())
        #expect(try await store(.file).credential() == .test())
        #expect(!temporary.files.contains { $0.contains("damaged") })
    }

    private func failureOfFile() async -> Result<AccountCredential?, AccountError> {
        await result { () async throws(AccountError) in try await store(.file).credential() }
    }

    /// In a process of its own: the umask is the whole process's.
    @Test func withAnEmptyUmaskTheFilesAreAsPrivate() async {
        await #expect(processExitsWith: .success) {
            umask(0)
            let temporary = try TemporaryFolder()
            let accounts = AccountStore(in: AccountFolders(path: temporary("a/accounts")))
            try accounts.folders.store(.test())
            let store = accounts.credentials(of: .test())
            try await store.store(.test())
            let modes = try temporary.files.map { try temporary.mode($0) }
            #expect(modes == [0o700, 0o700, 0o700, 0o600, 0o600, 0o600, 0o600])
            #expect(try await store.credential() == .test())
        }
    }

    @Test func aCommandThatFailsIsAnError() async throws {
        for (line, part) in [
            ("echo canary; exit 3 #", "code 3"), ("kill -9 $$ #", "code 137"),
            ("echo canary-output #", "not a credential"),
        ] {
            let store = accounts.credentials(of: .test(command: line))
            let outcome = await result { () async throws(AccountError) in
                try await store.credential()
            }
            guard case .failure(let error) = outcome else {
                Issue.record("the command succeeded")
                continue
            }
            #expect(error.message.contains(part) && !error.message.contains("canary"))
        }
    }

    @Test func aCommandGetsItsWordsAndTheSecretOnItsInputOnly() async throws {
        let log = temporary("log")
        let line = """
            f() { tr '\\0' ' ' </proc/$$/cmdline >>\(log); env >>\(log); echo "-- $*" >>\(log); \
            case $1 in get) cat \(log).entry 2>/dev/null; true;; \
            store) cat >\(log).entry;; esac; }; f
            """
        let store = accounts.credentials(of: .test(command: line))
        try await store.store(.test())
        try await store.erase()
        _ = try await store.credential()
        let text = try temporary.content("log")
        #expect(text.contains("-- store work\n") && text.contains("-- erase work\n"))
        #expect(text.contains("-- get work\n") && !text.contains("canary"))
    }
}

@Suite struct ServiceCredentialsTests {
    private let temporary: TemporaryFolder
    private let store: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        store = AccountStore(
            in: AccountFolders(path: temporary("accounts")), credentialsDirectory: temporary.path)
        try store.folders.store(.test())
    }

    @Test func theServiceManagersFileIsReadFirst() async throws {
        let own = store.credentials(of: .test())
        try await own.store(.test("canary-own"))
        #expect(try await own.credential() == .test("canary-own"))
        #expect(try store.lockFolder(of: .test()) != nil)
        // Its permission bits show the access list of the service manager.
        try DurableFile.write(
            AccountCredential.test("canary-service").json, to: temporary("photopark.work"),
            mode: 0o440)
        let service = store.credentials(of: .test())
        #expect(try await service.credential() == .test("canary-service"))
        #expect(try store.lockFolder(of: .test()) == nil)
        for outcome in [
            await result { () async throws(AccountError) in try await service.store(.test()) },
            await result { () async throws(AccountError) in try await service.erase() },
        ] {
            #expect(outcome.failureCode == .folderUnusable)
        }
        try await own.erase()
        #expect(try await service.credential() == .test("canary-service"))
    }

    @Test func anotherNameIsReadFromItsFolder() async throws {
        try DurableFile.write(
            AccountCredential.test().json, to: temporary("photopark.home"), mode: 0o400)
        #expect(try await store.credentials(of: .test()).credential() == nil)
    }
}

extension Result where Failure == AccountError {
    var failureCode: AccountError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
