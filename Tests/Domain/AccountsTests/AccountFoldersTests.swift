import DurableFiles
import Foundation
import PhotoFeed
import Testing

@testable import Accounts

@Suite struct AccountFoldersTests {
    private let temporary: TemporaryFolder
    private let folders: AccountFolders

    init() throws {
        temporary = try TemporaryFolder()
        folders = AccountFolders(path: temporary("accounts"))
    }

    @Test func anAccountIsStoredInItsFolder() throws {
        let account = Account(
            name: .test(), provider: "dropbox", endpoint: "http://127.0.0.1:1", appKey: "key",
            identity: AccountIdentity(
                account: FeedAccount(rawValue: "dbid:ada"), name: "Ada \"Park\"", email: nil,
                teamSpace: "7"),
            scopes: ["a", "b"], usesTeamSpace: true, credentialCommand: "pass", library: "/x")
        try folders.store(account)
        #expect(try folders.accounts() == [account])
        #expect(try folders.account(named: .test()) == account)
        #expect(try temporary.mode("accounts") == 0o700)
        #expect(try temporary.mode("accounts/work") == 0o700)
        #expect(try temporary.mode("accounts/work/account.json") == 0o600)
    }

    @Test func theDescriptionIsAStoreOfSettings() throws {
        try folders.store(.test())
        #expect(
            try temporary.content("accounts/work/account.json") == """
                {"keyedStore":1,"values":{
                "account":{"version":1,"value":{"accountID":"dbid:ada","appKey":"key",\
                "displayName":"Ada Park","email":"ada@example.com","provider":"dropbox",\
                "scopes":["files.metadata.read"],"usesTeamSpace":false}}
                }}

                """)
    }

    @Test func withoutTheFolderNoAccountExists() throws {
        #expect(try folders.accounts().isEmpty)
        #expect(try folders.account(named: .test()) == nil)
        #expect(temporary.files.isEmpty)
    }

    @Test func accountsAreSortedAndOtherFilesAreIgnored() throws {
        for name in ["b", "a-1", "c"] { try folders.store(.test(name, id: name)) }
        let other = try DurableFolder(path: folders.path)
        for name in ["README", "notes", ".lock"] { try other.write([1], named: name) }
        _ = try other.folder(named: "empty", creatingWith: 0o700)
        _ = try other.folder(named: "Not a name", creatingWith: 0o700)
        #expect(try folders.accounts().map(\.name.description) == ["a-1", "b", "c"])
        try folders.remove(.test("b"))
        try folders.remove(.test("unknown"))
        #expect(try folders.accounts().map(\.name.description) == ["a-1", "c"])
    }

    @Test func theOnlyAccountIsTheDefault() throws {
        func code(_ name: AccountName?) -> String {
            do throws(AccountError) { return try folders.chosen(name).name.description } catch {
                return error.code.name
            }
        }
        #expect(code(nil) == "accountNotFound" && code(.test()) == "accountNotFound")
        try folders.store(.test())
        #expect(code(nil) == "work" && code(.test()) == "work")
        try folders.store(.test("home", id: "dbid:bob"))
        #expect(code(nil) == "nameMissing" && code(.test("home")) == "home")
        #expect(code(.test("other")) == "accountNotFound")
    }

    @Test(arguments: [0o740, 0o704, 0o720, 0o701, 0o777])
    func aFolderThatOtherUsersMayEnterIsRefused(_ mode: Int) throws {
        try folders.store(.test())
        #expect(chmod(temporary("accounts/work"), mode_t(mode)) == 0)
        let error = #expect(throws: AccountError.self) { try folders.account(named: .test()) }
        #expect(error?.code == .credentialExposed)
        #expect(throws: AccountError.self) { try folders.store(.test()) }
    }

    @Test func aFolderOfAccountsThatOtherUsersCanChangeIsRefused() throws {
        try folders.store(.test())
        #expect(chmod(temporary("accounts"), 0o770) == 0)
        let error = #expect(throws: AccountError.self) { try folders.account(named: .test()) }
        #expect(error?.code == .credentialExposed)
        #expect(throws: AccountError.self) { try folders.store(.test("home", id: "dbid:bob")) }
        #expect(chmod(temporary("accounts"), 0o755) == 0)
        #expect(try folders.account(named: .test()) != nil)
    }

    @Test func aDescriptionThatOtherUsersMayReadIsRefused() throws {
        try folders.store(.test())
        #expect(chmod(temporary("accounts/work/account.json"), 0o640) == 0)
        let error = #expect(throws: AccountError.self) { try folders.accounts() }
        #expect(error?.code == .credentialExposed)
    }

    @Test(arguments: [
        ("", "accountDamaged"), ("{}", "accountDamaged"), ("[1]", "accountDamaged"),
        (#"{"keyedStore":1,"values":{"account":{"version":1,"value":{}}}}"#, "accountDamaged"),
        (#"{"keyedStore":2,"values":{}}"#, "accountTooNew"),
        (#"{"keyedStore":1,"values":{"account":{"version":9,"value":{}}}}"#, "accountTooNew"),
    ])
    func aDamagedDescriptionIsAnError(_ text: String, _ code: String) throws {
        try folders.store(.test())
        try DurableFolder(path: temporary("accounts/work"))
            .write(text.utf8, named: "account.json")
        let error = #expect(throws: AccountError.self) { try folders.accounts() }
        #expect(error?.code.name == code)
        let advice = error?.advice ?? ""
        #expect(code != "accountDamaged" || advice.contains("login work"), "\(advice)")
        #expect(code != "accountTooNew" || advice == "update the program", "\(advice)")
    }

    @Test func theOtherAccountsAreReadWithoutADamagedOne() throws {
        try folders.store(.test())
        try folders.store(.test("home", id: "dbid:bob"))
        try DurableFolder(path: temporary("accounts/work"))
            .write("{".utf8, named: "account.json")
        let (accounts, failures) = try folders.readableAccounts()
        #expect(accounts.map(\.name.description) == ["home"])
        #expect(failures.map { $0.name.description } == ["work"])
        #expect(failures.map { $0.error.code } == [.accountDamaged])
    }

    @Test func aDamagedDescriptionIsReplaced() throws {
        try folders.store(.test())
        try DurableFolder(path: temporary("accounts/work"))
            .write("damage".utf8, named: "account.json")
        try folders.store(.test(library: "/x"))
        #expect(try folders.accounts() == [.test(library: "/x")])
    }

    @Test func aLinkInPlaceOfAFolderIsNotAnAccount() throws {
        try folders.store(.test())
        try FileManager.default.createSymbolicLink(
            atPath: temporary("accounts/link"), withDestinationPath: temporary("accounts/work"))
        #expect(try folders.account(named: .test("link")) == nil)
        #expect(throws: AccountError.self) { try folders.store(.test("link")) }
        #expect(try folders.accounts() == [.test()])
    }
}
