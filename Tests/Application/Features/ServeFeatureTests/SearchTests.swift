import LoopbackTestKit
import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import ServeFeature

/// The words of a search.
@Suite struct SearchTests {
    private let photo = Samples.photo("Été am Strand.JPG", at: Samples.june)

    @Test(arguments: [
        ("strand", true), ("STRAND", true), ("été", true), ("ALBUM", true), ("album/été", true),
        ("jpg", true), ("trandx", false), ("2024", true), ("2024-06", true), ("2024-06-01", true),
        ("2024-07", false), ("2024-13", false), ("2024-06-02", false), ("/é", true),
        ("m/été", true), ("lbum/éta", false), ("2024-6", false), ("202", false),
        ("kind:photo", true),
        ("kind:video", false), ("kind:other", false), ("'; DROP TABLE node; --", false),
        ("%", false), ("*", false), ("", true),
    ])
    func aWordMatchesThePathTheDateOrTheKind(_ word: String, _ matches: Bool) throws {
        #expect(SearchWord(word).matches(photo) == matches)
        #expect(try scan(for: word, [photo, photo]) == [matches, matches])
    }

    /// Returns for each photo whether a scan finds it.
    private func scan(for word: String, _ photos: [FeedItem]) throws -> [Bool] {
        var scan = SearchScan([SearchWord(word)])
        var found: [Bool] = []
        _ = try LibraryStub(items: photos).scan(after: 0, limit: 9) {
            found.append(scan.matches($0))
        }
        return found
    }

    @Test(arguments: ["\u{E9}t\u{E9}", "e\u{301}te\u{301}", "\u{304C}", "\u{AC01}"])
    func theUnicodeFormMakesNoDifference(_ word: String) throws {
        // A Mac writes accents, the marks of kana and the letters of Hangul as separate scalars.
        let decomposed = Samples.photo(
            "E\u{301}te\u{301} \u{304B}\u{3099} \u{1100}\u{1161}\u{11A8}.JPG", at: Samples.june)
        let composed = Samples.photo("\u{C9}t\u{E9} \u{304C} \u{AC01}.JPG", at: Samples.june)
        let photos = [decomposed, composed]
        #expect(photos.map { SearchWord(word).matches($0) } == [true, true])
        #expect(try scan(for: word, photos) == [true, true])
    }

    @Test(arguments: [
        ("france", true), ("FRANCE", true), ("country:france", true), ("country:FR", true),
        ("fr", false), ("country:fra", false), ("country:", false), ("germany", false),
        ("country:de", false), ("country:new-zealand", false), ("france/x", false),
    ])
    func aWordMatchesTheCountry(_ word: String, _ matches: Bool) throws {
        let paris = Samples.photo("1.jpg", at: Samples.june, place: (48.86, 2.35))
        let named = Samples.photo("France.jpg", at: Samples.june)
        let sea = Samples.photo("2.jpg", at: Samples.june, place: (0, -30))
        #expect(SearchWord(word).matches(paris) == matches)
        // The name of a file is a text, and not a place.
        let isText = ["france", "FRANCE", "fr"].contains(word)
        #expect(SearchWord(word).matches(named) == isText && !SearchWord(word).matches(sea))
        #expect(
            try scan(for: word, [paris, paris, sea, named]) == [isText, false, matches, matches])
    }

    @Test func aScanOfManyPlacesFindsTheSameCountries() throws {
        // More places than a scan keeps the countries of.
        let items = (0..<20_000).map { number in
            Samples.photo(
                "\(number).jpg", at: Samples.june,
                place: (Double(number % 150) - 75, Double(number / 150) * 2.7 - 180))
        }
        let word = SearchWord("country:ru")
        var scan = SearchScan([word])
        var scanned: [Bool] = []
        _ = try LibraryStub(items: items.reversed()).scan(after: 0, limit: .max) {
            scanned.append(scan.matches($0))
        }
        #expect(scanned == items.map(word.matches))
        #expect(scanned.contains(true) && scanned.contains(false))
    }

    @Test func aDateInANameIsFoundToo() {
        #expect(SearchWord("2019").matches(Samples.photo("IMG_2019.jpg", at: Samples.june)))
    }

    @Test func aQueryHasALimit() {
        func words(_ count: Int) -> String {
            "q=" + Array(repeating: "a", count: count).joined(separator: "+")
        }
        #expect(FeedSelection(query: words(12)) != nil)
        #expect(FeedSelection(query: words(13)) == nil)
        #expect(FeedSelection(query: "q=" + String(repeating: "a", count: 801)) == nil)
        #expect(FeedSelection(query: "q=%20%20") == FeedSelection())
    }

    @Test func everyWordMustMatch() async throws {
        try await withFeedServer { visitor async throws in
            for (query, count) in [
                ("q=jpg", 2), ("q=jpg+2024-06", 1), ("q=kind:video", 1), ("q=nothing", 0),
                ("q=album&account=0", 3),
            ] {
                let months = try await visitor.months("?" + query)
                #expect(months.items == count, "\(query)")
                #expect(months.months.map(\.count).reduce(0, +) == count)
                guard count > 0 else { continue }
                let reply = try await visitor.get("/items/0?version=\(months.version)&\(query)")
                #expect(reply.status == 200)
                #expect(reply.text.matches(of: /\/Album/).count == count)
            }
        }
    }
}
