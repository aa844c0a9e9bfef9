import TextFormats

/// A position in a listing, which contains its whole state: the stub stores no cursors.
///
/// A listing runs through the generated library by position, then through the journal of changes
/// from its beginning. `since` is the length of the journal when the listing began. Entries before
/// it are reported only if they still hold; later entries are all reported, in order.
struct ListingCursor: Hashable {
    /// The identity of the library and its generation, to which this cursor belongs.
    var library: String
    var folder: String
    var isRecursive: Bool
    var includesDeleted: Bool
    var limit: Int
    /// The next index of the generated library's listing.
    var position: Int
    /// The next index of the journal.
    var sequence: Int
    /// The journal's length when the listing began.
    var since: Int

    var text: String {
        let flags = (isRecursive ? 1 : 0) + (includesDeleted ? 2 : 0)
        let fields = "\(library) \(flags) \(limit) \(position) \(sequence) \(since) \(folder)"
        return Base64.text(of: fields.utf8, .urlSafe)
    }
}

extension ListingCursor {
    /// Parses a cursor's text; `nil` if it does not have the form of a cursor.
    init?(text: String) {
        guard let bytes = Base64.decode(text, .urlSafe),
            let fields = String(validating: bytes, as: UTF8.self)?
                .split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false),
            fields.count == 7
        else { return nil }
        let numbers = fields[1...5].compactMap { Int($0) }
        guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }),
            (1...2000).contains(numbers[1])
        else { return nil }
        self.init(
            library: String(fields[0]), folder: String(fields[6]),
            isRecursive: numbers[0] & 1 != 0, includesDeleted: numbers[0] & 2 != 0,
            limit: numbers[1], position: numbers[2], sequence: numbers[3], since: numbers[4])
    }
}
