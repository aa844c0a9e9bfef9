import Testing

@testable import Accounts

@Suite struct AccountNameTests {
    @Test(arguments: ["a", "7", "work", "my-work_2.old", String(repeating: "a", count: 64)])
    func aPlainNameIsValid(_ text: String) throws {
        #expect(try AccountName(text).description == text)
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "a.", "-a", "a-", "_a", "Work", "a b", "a/b", "../a", "a\0",
        "a\n", "ä", "a\u{301}", String(repeating: "a", count: 65),
    ])
    func anyOtherNameIsRefused(_ text: String) {
        let error = #expect(throws: AccountError.self) { try AccountName(text) }
        #expect(error?.code == .nameInvalid)
    }
}
