/// A part of a gallery with its own months and chunks: all items, or those of one account.
struct GalleryView {
    /// The number of the view; 0 is that of all items.
    let number: Int
    private(set) var months: [GalleryMonth] = []
    private(set) var items = 0
    private(set) var videos = 0
    private var chunk: GalleryChunk

    init(number: Int) {
        self.number = number
        chunk = GalleryChunk(number: 0, view: number)
    }

    /// Whether the view shows an item.
    func contains(_ item: GalleryItem) -> Bool {
        number == 0 || item.accounts.contains(number - 1)
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - item: the item, which is not newer than the items before, by month.
    ///   - time: its local time with a year of four digits.
    ///   - thumbnail: the name of its thumbnail.
    ///   - accounts: the names of its accounts.
    ///   - original: the address of its original.
    /// - Returns: the chunk that it has filled; `nil` if the chunk has space for more.
    mutating func append(
        _ item: GalleryItem, wallSeconds time: Int64, thumbnail: String?, accounts: String?,
        original: String?
    ) -> GalleryChunk? {
        if months.isEmpty || time < months[months.count - 1].start {
            months.append(GalleryCalendar.month(of: time))
        }
        months[months.count - 1].count += 1
        items += 1
        if item.isVideo { videos += 1 }
        chunk.append(
            item, wallSeconds: time, thumbnail: thumbnail, accounts: accounts, original: original)
        return chunk.isFull ? takeChunk() : nil
    }

    /// Returns the last chunk; `nil` if it is empty.
    mutating func finish() -> GalleryChunk? { chunk.count > 0 ? takeChunk() : nil }

    private mutating func takeChunk() -> GalleryChunk {
        defer { chunk = GalleryChunk(number: chunk.number + 1, view: number) }
        return chunk
    }
}
