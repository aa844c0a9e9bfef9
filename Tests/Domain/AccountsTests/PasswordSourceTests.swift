import HTTPGateway
import KeyedStore
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

/// The password of an account for the hosts of a provider, and its stored form.
@Suite struct PasswordSourceTests {
    private let scheduler = VirtualScheduler()
    private let temporary: TemporaryFolder
    private let accounts: AccountStore

    init() throws {
        temporary = try TemporaryFolder()
        accounts = AccountStore(in: AccountFolders(path: temporary("accounts")))
    }

    private func store(_ credential: AccountCredential) throws {
        try accounts.folders.store(.test(id: "ada"))
        let store = accounts.credentials(of: .test(id: "ada"))
        let storing = Events(
            Signal<AccountCredential?, AccountError>.performing(in: scheduler.home) {
                () async throws(AccountError) in try await store.store(credential)
            })
        scheduler.run()
        #expect(storing.completion == .completed)
    }

    private func refresh(
        _ source: PasswordSource, _ expired: Credential?
    ) -> (credential: Credential?, error: HTTPError?) {
        let events = Events(source.refresh(expired))
        scheduler.run()
        return (events.values.first, events.error)
    }

    private static let first = AccountCredential(password: Secret("canary-1"))
    private static let basic = Credential.basic(user: "ada", password: "canary-1")

    @Test func theStoredPasswordIsReadForTheFirstRequest() throws {
        try scheduler.enter {
            try store(Self.first)
            let source = PasswordSource(of: .test(id: "ada"), in: accounts, home: .here)
            #expect(source.current == nil)
            #expect(refresh(source, nil).credential == Self.basic)
            #expect(source.current == Self.basic)
        }
    }

    @Test func aRefusedPasswordIsNotUsedAgain() throws {
        try scheduler.enter {
            try store(Self.first)
            let source = PasswordSource(of: .test(id: "ada"), in: accounts, home: .here)
            _ = refresh(source, nil)
            for expired in [Self.basic, nil] {
                let error = refresh(source, expired).error
                #expect(error?.code == .credentialUnavailable)
                #expect((error?.cause as? FeedError)?.code == .passwordRefused)
                #expect(error?.reason.contains("photopark login work") == true)
                #expect(source.current == nil)
            }
        }
    }

    @Test func aPasswordThatWasStoredMeanwhileIsUsed() throws {
        try scheduler.enter {
            try store(Self.first)
            let source = PasswordSource(of: .test(id: "ada"), in: accounts, home: .here)
            _ = refresh(source, nil)
            try store(AccountCredential(password: Secret("canary-2")))
            #expect(
                refresh(source, Self.basic).credential
                    == .basic(user: "ada", password: "canary-2"))
        }
    }

    @Test func anAccountWithoutAPasswordIsNotSignedIn() throws {
        try scheduler.enter {
            let source = PasswordSource(of: .test(id: "ada"), in: accounts, home: .here)
            let missing = refresh(source, nil).error?.cause as? FeedError
            #expect(missing?.code == .credentialUnavailable)
            try store(.test("token", refresh: nil, expires: nil, lifetime: nil))
            let other = refresh(source, nil).error?.cause as? FeedError
            #expect(other?.code == .credentialUnavailable)
        }
    }

    @Test(arguments: ["simple", "two words", "k\u{E4}se\u{1F511}", "a:b\"\\"])
    func aStoredPasswordIsReadAsItWasWritten(_ text: String) throws {
        let credential = AccountCredential(password: Secret(text))
        let read = try #require(AccountCredential(json: credential.json))
        #expect(read == credential && read.isPassword)
        #expect(read.accessToken.secret.reveal() == text)
    }

    @Test(arguments: [
        #"{"version":1,"password":""}"#, #"{"version":1,"password":"a\nb"}"#,
        #"{"version":1,"password":"a","access_token":"b"}"#, #"{"password":"a"}"#,
        #"{"version":2,"password":"a"}"#, #"{"version":1}"#,
    ])
    func aTextThatIsNoPasswordIsRefused(_ text: String) {
        #expect(AccountCredential(json: Array(text.utf8)) == nil)
    }
}
