import PhotoFeed
import TextFormats

extension FeedPage {
    /// Reads a page of `files/list_folder` or its continuation.
    init(dropbox reader: inout JSONReader) throws(JSONError) {
        var changes: [NodeChange]?
        var cursor: String?
        var hasMore: Bool?
        try reader.object { reader, field throws(JSONError) in
            switch field {
            case "entries":
                if changes != nil { throw reader.duplicate() }
                var entries: [NodeChange] = []
                entries.reserveCapacity(2_000)
                try reader.array { reader throws(JSONError) in
                    let entry = try DropboxEntry(&reader)
                    if let change = try entry.change(reader) { entries.append(change) }
                }
                changes = entries
            case "cursor": try reader.readOnce(&cursor)
            case "has_more":
                if hasMore != nil { throw reader.duplicate() }
                hasMore = try reader.boolean()
            default: try reader.skip()
            }
        }
        guard let changes else { throw reader.missing("entries") }
        guard let cursor else { throw reader.missing("cursor") }
        guard let hasMore else { throw reader.missing("has_more") }
        self.init(changes: changes, cursor: FeedCursor(rawValue: cursor), hasMore: hasMore)
    }
}
