import PhotoFeed

/// The paths that follow from what a run finds in its files.
extension OriginalsPlan {
    /// Takes the path of an item that follows from its file; `false` if it is the present one.
    mutating func move(_ row: inout OriginalRow, accordingTo item: FeedItem) -> Bool {
        let components = layouts(of: [item])[0]
        guard !components.joined(separator: "/").utf8.elementsEqual(row.layoutPath.utf8) else {
            return false
        }
        names.assign(components, to: &row)
        return true
    }

    /// Returns the path that a copy by another program has for an item with a path, if it differs
    /// from that of the layout and is free.
    func mirroredPath(of item: FeedItem, besides path: String) -> String? {
        guard let mirrored = choice.layout.mirroredPath(of: item, account: account),
            !mirrored.utf8.elementsEqual(layouts(of: [item])[0].joined(separator: "/").utf8),
            // Both may be one name in two forms of Unicode.
            SafeName.key(mirrored) == SafeName.key(path) || !names.paths.contains(mirrored)
        else { return nil }
        return mirrored
    }

    /// Plans equal names for the files of a live photo, of which one was read in this run.
    ///
    /// A file that is missing, or that has another content than the server, is left to the next
    /// run.
    mutating func namePair(_ ids: [NodeID]) throws(FeedError) {
        var items: [FeedItem] = []
        for id in ids {
            guard let item = try reader.item(id), choice.contains(item) else { return }
            items.append(item)
        }
        var files: [NamedFile] = []
        for (item, components) in zip(items, layouts(of: items)) {
            guard let row = try store.row(item.node.id) else { return }
            var place = NamedFile.Place.open
            if row.state == .done {
                guard row.hasContent(of: item.node), let status = try folder.status(of: row.path)
                else { return }
                place = row.isUntouched(status) ? .untouched : .fixed
            }
            files.append(NamedFile(item: item, components: components, row: row, place: place))
        }
        let former = files.map(\.row)
        try names.settle(&files)
        changed += zip(files, former).filter { !$0.row.hasPaths(of: $1) }.map(\.0.row)
    }
}
