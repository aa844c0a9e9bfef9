import PhotoFeed

/// An original for which a path is chosen.
struct NamedFile {
    /// The state of the present path of the original.
    enum Place {
        /// No file: the path is only reserved.
        case open
        /// The file as it was put in place, which may be renamed.
        case untouched
        /// A file that stays where it is, such as one that a program has changed.
        case fixed
    }

    let item: FeedItem
    /// The components of the path that the layout demands.
    let components: [String]
    /// The row; its path is empty for an original that has none yet.
    var row: OriginalRow
    var place: Place

    /// The path that the layout demands.
    var layoutPath: String { components.joined(separator: "/") }

    /// Whether the path is the one that the layout demands, except for a suffix.
    ///
    /// Names on a disk differ by their bytes.
    var isInLayout: Bool { row.layoutPath.utf8.elementsEqual(layoutPath.utf8) }

    /// The suffix of the path; `nil` if it differs from the layout by something else.
    var suffix: String? { PathTable.suffix(of: row.path, from: row.layoutPath) }
}
