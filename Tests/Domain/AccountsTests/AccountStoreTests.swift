import DurableFiles
import Foundation
import Testing

@testable import Accounts

@Suite struct AccountStoreTests {
    private let temporary: TemporaryFolder
    private let store: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        store = AccountStore(in: AccountFolders(path: temporary("accounts")))
    }

    private func add(
        _ account: Account, _ credential: AccountCredential = .test(), replaces: Bool = false
    ) async -> AccountError.Code? {
        await result { () async throws(AccountError) in
            try await store.add(account, credential, replaces: replaces)
        }.failureCode
    }

    private func credential(_ account: Account) async throws -> AccountCredential? {
        try await store.credentials(of: account).credential()
    }

    @Test func anAccountIsAddedWithItsCredential() async throws {
        #expect(await add(.test()) == nil)
        #expect(try store.folders.accounts() == [.test()])
        #expect(try await credential(.test()) == .test())
    }

    @Test func aSecondSignInToTheSameAccountReplacesTheCredential() async throws {
        #expect(await add(.test()) == nil)
        #expect(await add(.test(library: "/x"), .test("canary-2")) == nil)
        #expect(try store.folders.accounts() == [.test(library: "/x")])
        #expect(try await credential(.test()) == .test("canary-2"))
    }

    @Test func anotherAccountUnderAKnownNameIsRefused() async throws {
        #expect(await add(.test()) == nil)
        let other = Account.test(id: "dbid:bob")
        #expect(await add(other, .test("canary-2")) == .accountMismatch)
        #expect(try await credential(.test()) == .test())
        #expect(await add(other, .test("canary-2"), replaces: true) == nil)
        #expect(try store.folders.accounts() == [other])
        #expect(try await credential(other) == .test("canary-2"))
    }

    @Test func oneAccountUnderTwoNamesIsRefused() async throws {
        #expect(await add(.test()) == nil)
        #expect(await add(.test("home")) == .accountMismatch)
        #expect(try store.folders.accounts() == [.test()])
        #expect(await add(.test("home"), replaces: true) == nil)
        #expect(try store.folders.accounts() == [.test("home")])
        #expect(!temporary.files.contains("accounts/work/credential.json"))
    }

    @Test func theSameIdentifierOnAnotherServerIsAnotherAccount() async throws {
        #expect(await add(.test()) == nil)
        #expect(await add(.test("stub", endpoint: "http://127.0.0.1:1")) == nil)
        #expect(try store.folders.accounts().count == 2)
    }

    @Test func aNewStoreOfTheCredentialReplacesTheEarlierOne() async throws {
        #expect(await add(.test()) == nil)
        let file = temporary("password")
        let commanded = Account.test(
            command: "f() { test $1 = store && cat >\(file) || cat \(file) 2>/dev/null; true; }; f")
        #expect(await add(commanded, .test("canary-2")) == nil)
        #expect(!temporary.files.contains("accounts/work/credential.json"))
        #expect(try await credential(commanded) == .test("canary-2"))
    }

    @Test func theReplacedCredentialsAreReturned() async throws {
        let first = try await store.add(.test())
        #expect(first.isEmpty)
        let second = try await store.add(.test(), .test("canary-2"))
        #expect(second.map { $0.credential } == [.test()])
        let renamed = try await store.add(.test("home"), .test("canary-3"), replaces: true)
        #expect(renamed.map { $0.account } == [.test()])
        #expect(renamed.map { $0.credential } == [.test("canary-2")])
        let other = Account.test(
            "home", id: "dbid:bob", command: "f() { test $1 != store || cat >/dev/null; }; f")
        let replaced = try await store.add(other, .test("canary-4"), replaces: true)
        #expect(replaced.map { $0.account } == [.test("home")])
        #expect(replaced.map { $0.credential } == [.test("canary-3")])
    }

    @Test func aNameThatCannotBeRemovedLeavesNoNewCredential() async throws {
        let locked = temporary("locked")
        let command = """
            f() { case $1 in store) cat >/dev/null;; *) test ! -e '\(locked)';; esac; }; f
            """
        try await store.add(.test(command: command))
        try Data().write(to: URL(filePath: locked))
        #expect(await add(.test("home"), .test("canary-2"), replaces: true) == .commandFailed)
        #expect(try store.folders.accounts() == [.test(command: command)])
        #expect(!temporary.files.contains("accounts/home/credential.json"))
    }

    @Test func anAccountWhoseCredentialCannotBeStoredIsNotAdded() async throws {
        #expect(await add(.test(command: "false")) == .commandFailed)
        #expect(try store.folders.accounts().isEmpty)
    }

    @Test func twoSignInsAtTheSameMomentExcludeEachOther() async throws {
        let lock = try FolderLock(".lock", in: DurableFolder(creating: store.folders.path))
        #expect(await add(.test()) == .locked)
        withExtendedLifetime(lock) {}
    }

    @Test func aRemovedAccountLeavesItsLibrary() async throws {
        #expect(await add(.test()) == nil)
        try Data([1]).write(to: URL(fileURLWithPath: temporary("accounts/work/library")))
        try await store.remove(.test())
        #expect(try store.folders.accounts().isEmpty)
        let files = temporary.files.filter { $0.hasPrefix("accounts/work/") }
        #expect(files.filter { !$0.hasSuffix(".lock") } == ["accounts/work/library"])
    }

    @Test func aReplacedCredentialIsKeptAndARenewedOneRemoved() async throws {
        try await store.add(.test())
        let former = FormerCredential.stored(.test(refresh: "canary-former"))
        #expect(try await store.remove(.test(), unlessReplaced: former) == false)
        #expect(try await credential(.test()) == .test())
        #expect(try store.folders.accounts() == [.test()])
        let renewed = FormerCredential.stored(.test("canary-renewed"))
        #expect(try await store.remove(.test(), unlessReplaced: renewed))
        #expect(try store.folders.accounts().isEmpty)
    }

    @Test func aCredentialThatIsStoredInAnotherPlaceMeanwhileIsKept() async throws {
        let file = temporary("password")
        let commanded = Account.test(
            command: "f() { test $1 = store && cat >\(file) || cat \(file) 2>/dev/null; true; }; f")
        try await store.add(.test())
        try await store.add(commanded, .test("canary-2", refresh: "canary-refresh-2"))
        #expect(try await store.remove(.test(), unlessReplaced: .stored(.test())) == false)
        #expect(try store.folders.accounts() == [commanded])
        let new = try await credential(commanded)
        #expect(new == .test("canary-2", refresh: "canary-refresh-2"))
        try await store.add(.test())
        let former = FormerCredential.stored(.test("canary-2", refresh: "canary-refresh-2"))
        #expect(try await store.remove(commanded, unlessReplaced: former) == false)
        #expect(try store.folders.accounts() == [.test()])
        #expect(try await credential(.test()) == .test())
    }

    @Test func aCredentialIsKeptIfNoneOrADamagedOneWasStoredBefore() async throws {
        try await store.add(.test())
        let damage = AccountError(.credentialDamaged, "it is not a credential")
        for former in [FormerCredential.absent, .unreadable(damage)] {
            #expect(try await store.remove(.test(), unlessReplaced: former) == false)
            #expect(try store.folders.accounts() == [.test()])
        }
        let failure = AccountError(.commandFailed, "it cannot be read")
        #expect(try await store.remove(.test(), unlessReplaced: .unreadable(failure)))
        #expect(try store.folders.accounts().isEmpty)
    }

    @Test func theLibraryThatWasChosenForARemovedAccountIsKnown() async throws {
        let account = Account.test(library: "/x")
        let former = [account.name: "/x"]
        #expect(await add(account) == nil)
        try await store.remove(account)
        #expect(try store.folders.accounts().isEmpty)
        #expect(try store.folders.formerLibraries() == former)
        // A sign-in that fails does not change it.
        #expect(await add(.test(command: "false", library: "/y")) == .commandFailed)
        #expect(try store.folders.formerLibraries() == former)
        #expect(await add(account) == nil)
        #expect(await add(.test("home"), replaces: true) == nil)
        #expect(try store.folders.accounts() == [.test("home")])
        #expect(try store.folders.formerLibraries() == former)
    }
}
