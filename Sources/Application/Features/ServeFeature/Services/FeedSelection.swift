import PhotoFeed
import WebServer

/// A part of the feed that a page shows: the items of all libraries, or of one.
struct FeedSelection: Hashable, Sendable {
    /// The position of a library in the list; `nil` for all.
    var library: Int?

    /// All items.
    init() {}

    /// Parses the query of a request; `nil` if it is not valid.
    init?(query: String) {
        let fields = decodedForm(query)
        guard let text = fields["account"], !text.isEmpty else { return }
        guard let number = Int(text), (0..<10_000).contains(number) else { return nil }
        library = number
    }

    /// Whether the selection contains an item.
    func contains(_ item: MergedItem) -> Bool {
        library.map { item.libraries.contains($0) } ?? true
    }
}
