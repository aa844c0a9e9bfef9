import PhotoFeed
import TextFormats
import WebServer

/// A part of the feed that a page shows: the items of all libraries or of one, and those that a
/// search finds.
struct FeedSelection: Hashable, Sendable {
    /// The longest text of a search in bytes, and its number of words.
    private static let limits = (bytes: 800, words: 12)

    /// The position of a library in the list; `nil` for all.
    private(set) var library: Int?
    /// The words, each of which an item must have.
    private(set) var words: [SearchWord] = []

    /// All items.
    init() {}

    /// Parses the query of a request, `account=N&q=TEXT`; `nil` if it is not valid.
    init?(query: String) {
        let fields = decodedForm(query)
        if let text = fields["account"], !text.isEmpty {
            guard let number = Int(text), (0..<10_000).contains(number) else { return nil }
            library = number
        }
        let text = fields["q"] ?? ""
        guard text.utf8.count <= Self.limits.bytes else { return nil }
        words = SearchWord.words(in: text)
        guard words.count <= Self.limits.words else { return nil }
    }

    /// Whether the selection contains an item.
    func contains(_ item: MergedItem) -> Bool {
        if let library, !item.libraries.contains(library) { return false }
        return words.allSatisfy { $0.matches(item.item) }
    }
}
