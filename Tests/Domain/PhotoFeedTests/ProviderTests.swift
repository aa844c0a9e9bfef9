import PhotoFeed
import PhotoFeedTestKit
import Testing

/// Providers and their credentials.
@Suite struct ProviderTests {
    @Test(arguments: FeedProviderConformance.rules)
    func theProviderInMemoryKeepsTheRule(_ rule: FeedProviderConformance.Rule) throws {
        try rule.check(MemoryServiceFixture())
    }

    @Test func aCredentialIsNotPrinted() {
        for credential in [
            FeedCredential(secret: "canary"), FeedCredential(user: "ada", password: "canary"),
        ] {
            #expect(!"\(credential) \(String(reflecting: credential))".contains("canary"))
        }
    }

    @Test func theFingerprintedTextDiffersWithEachPart() {
        let texts = [
            FeedCredential(user: "a", password: "b:c"), FeedCredential(user: "a:b", password: "c"),
            FeedCredential(user: "a", password: "b"), FeedCredential(secret: "b"),
        ].map(\.secret)
        #expect(Set(texts).count == texts.count)
    }

    @Test(arguments: [("/Trip", "/trip", false), ("/Trip", "/Trip", true), ("/a", "/b", false)])
    func theCaseOfAFolderCountsIfPathsAreCaseSensitive(
        _ left: String, _ right: String, _ isSame: Bool
    ) {
        let (left, right) = (FeedSource(folder: left), FeedSource(folder: right))
        #expect(left.matches(right, isCaseSensitive: true) == isSame)
        #expect(left.matches(right) == (left.folder.lowercased() == right.folder.lowercased()))
    }
}
