import Accounts
import PhotoFeed
import Testing

@testable import AccountFeature

/// The lines of `photopark accounts`.
@Suite struct AccountReportTests {
    private func report(
        _ name: String, email: String? = nil, lastSync: LastSync = LastSync(success: nil)
    ) throws -> AccountReport {
        AccountReport(
            account: Account(
                name: try AccountName(name), provider: "dropbox", appKey: "key",
                identity: AccountIdentity(
                    account: FeedAccount(rawValue: "dbid:1"), email: email)),
            library: "/photos", lastSync: lastSync)
    }

    @Test func aTableHasAHeadingAndARowForEachAccount() throws {
        let time = try #require(FeedTime("2024-05-31T14:04:05Z"))
        let table = AccountReport.table([
            try report("home", email: "ada@example.com", lastSync: LastSync(success: time)),
            try report("work"),
        ])
        #expect(
            table == [
                "NAME  PROVIDER  OWNER            LAST SYNC         LIBRARY",
                "home  dropbox   ada@example.com  2024-05-31 14:04  /photos",
                "work  dropbox   dbid:1           never             /photos",
            ])
    }

    @Test func noAccountsHaveNoTable() { #expect(AccountReport.table([]) == []) }

    @Test func aLineOfJSONHasEveryKey() throws {
        #expect(
            try report("home", email: "\u{1B}@example.com").json == """
                {"name":"home","provider":"dropbox","endpoint":null,"account_id":"dbid:1",\
                "display_name":null,"email":"\\u001b@example.com","library":"/photos",\
                "last_sync":null,"last_attempt":null,"last_status":null}
                """)
    }
}
