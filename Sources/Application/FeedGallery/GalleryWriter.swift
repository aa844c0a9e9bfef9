import DurableFiles

/// Writes a gallery: a static page with thumbnails that opens from the disk, without a network.
///
/// ```swift
/// let writer = try GalleryWriter(folder: "gallery", title: "Photos")
/// for window in windows {                       // newest first, up to differences of time zones
///     for item in window { try writer.add(item) }
/// }
/// print(try writer.finish().indexPath)
/// ```
///
/// Items are streamed. Only these are in memory, whatever the number of items: one chunk of items
/// (and one for each of several accounts), the items of the days around the end of a month, and 8
/// to 16 bytes for each thumbnail. An existing gallery keeps working until `finish` puts the new
/// page into place in one step. A writer that is released before that removes the files that it has
/// written. `GalleryFolder` describes the layout of the folder.
///
/// A plain class for one scheduler. It blocks on the disk.
package final class GalleryWriter {  // not @Schedulable: its owner, GalleryExport, is checked
    private let folder: GalleryFolder
    /// The components of the absolute path of the folder.
    private let root: [String]
    private let title: String
    /// The names of the accounts; empty in a gallery of one account.
    private let accounts: [String]
    /// All items, then those of each account.
    private var views: [GalleryView]
    /// Hashes of the names in use; a collision, one in billions, keeps a file that is not needed.
    private var thumbnails: Set<Int> = []
    private var placeholders = 0
    /// Hashes of the thumbnails that did not exist before this run.
    private var created: Set<Int> = []
    private var isFinished = false
    private var isSwept = false
    /// Items of months that a later item may still precede, in the order of their arrival.
    private var waiting: [GalleryItem] = []
    private var earliest = Int64.max
    /// The newest month that a later item can belong to.
    private var newestMonth: GalleryMonth?

    /// Begins a gallery.
    ///
    /// - Parameters:
    ///   - path: the folder to write into: a missing or empty one, or a gallery of this program,
    ///     which is replaced.
    ///   - title: the page's title, any text.
    ///   - accounts: the names of the accounts of the items. With several, the page shows the
    ///     accounts of each item, and all items or those of one account.
    /// - Throws: `.folderNotOurs`, `.inUse`, or `.file` if the folder cannot be used.
    package init(
        folder path: String, title: String, accounts: [String] = []
    ) throws(GalleryError) {
        let isOurs = try mapErrors(at: path) { () throws(DurableFileError) in
            try GalleryFolder.isOurs(path)
        }
        guard isOurs else { throw GalleryError(.folderNotOurs, path: path) }
        folder = try mapErrors(at: path) { () throws(DurableFileError) in
            try GalleryFolder(path: path)
        }
        root = GalleryLink.components(of: path)
        self.title = title
        self.accounts = accounts.count > 1 ? accounts : []
        views = (0...self.accounts.count).map { GalleryView(number: $0) }
    }

    deinit {
        if !isSwept { folder.discard { created.contains($0.hashValue) } }
    }

    /// The maximum difference between the clocks of two cameras, in seconds.
    ///
    /// Time zones range from -12 to +14 hours.
    static let clockSpread: Int64 = 26 * 3_600

    /// Adds the next item.
    ///
    /// Items are added in the order of the moments at which they were taken, newest first. Because
    /// clocks may be in different time zones, the local times of neighbours may be out of order by
    /// up to 26 hours. Each item is in the month that its own clock showed.
    ///
    /// The thumbnail is copied. If it cannot be read, or is not a JPEG, PNG, GIF or WebP, the item
    /// is shown as a drawn tile.
    ///
    /// - Throws: `GalleryError`: `.outOfOrder` if the item's month is newer than the items before
    ///   allow, or `.file`; or the error of reading a picture.
    package func add(_ item: GalleryItem) throws {
        precondition(!isFinished, "a finished gallery accepts no items: create a new writer")
        let time = GalleryCalendar.writable(item.wallSeconds)
        if let newestMonth, time >= newestMonth.end {
            throw GalleryError(.outOfOrder, path: folder.path)
        }
        earliest = min(earliest, time)
        let latest = earliest + Self.clockSpread
        if newestMonth == nil || latest < newestMonth?.start ?? .max {
            newestMonth = GalleryCalendar.month(of: latest)
            try writeWaiting()
        }
        if time >= newestMonth?.start ?? .min { try write(item) } else { waiting.append(item) }
    }

    /// Writes the waiting items that no later item can precede, by month, newest month first.
    private func writeWaiting() throws {
        let start = newestMonth?.start ?? .min
        let byMonth = Dictionary(grouping: waiting) {
            GalleryCalendar.month(of: GalleryCalendar.writable($0.wallSeconds)).start
        }
        waiting.removeAll { GalleryCalendar.writable($0.wallSeconds) >= start }
        for month in byMonth.keys.sorted(by: >) where month >= start {
            for item in byMonth[month] ?? [] { try write(item) }
        }
    }

    private func write(_ item: GalleryItem) throws {
        let time = GalleryCalendar.writable(item.wallSeconds)
        var thumbnail: String?
        if let picture = item.thumbnail {
            let copy = try folder.store(
                picture, identifier: item.identifier, ordinal: views[0].items)
            if let copy, copy.isCreated { created.insert(copy.name.hashValue) }
            thumbnail = copy?.name
        }
        if let thumbnail { thumbnails.insert(thumbnail.hashValue) } else { placeholders += 1 }

        let names =
            accounts.isEmpty ? nil : item.accounts.map { accounts[$0] }.joined(separator: ", ")
        let original = item.original.map { GalleryLink.address(of: $0, from: root) }
        for number in views.indices where views[number].contains(item) {
            let chunk = views[number].append(
                item, wallSeconds: time, thumbnail: thumbnail, accounts: names, original: original)
            if let chunk { try write(chunk.script, named: chunk.fileName) }
        }
    }

    /// Puts the new page into place, and removes the files that it does not need.
    ///
    /// - Returns: the content of the gallery, and the page to open.
    /// - Throws: `GalleryError.Code.file`, or the error of reading a picture. If the page is not
    ///   yet in place, the old gallery stays. Later errors only leave unused files, which the next
    ///   run removes.
    package func finish() throws -> GallerySummary {
        precondition(!isFinished, "a gallery can be finished only once")
        isFinished = true
        newestMonth = nil
        try writeWaiting()
        for number in views.indices {
            guard let chunk = views[number].finish() else { continue }
            try write(chunk.script, named: chunk.fileName)
        }
        try write(PackageResources.gallery_css, named: "gallery.css")
        try write(GalleryScript.bytes, named: "gallery.js")
        let page = GalleryPage(
            title: title, generation: folder.generation, all: views[0],
            accounts: zip(accounts, views.dropFirst()).map { (name: $0, view: $1) })
        try mapErrors(at: folder.path) { () throws(DurableFileError) in
            try folder.writeIndex(page.html)
            try folder.sweep { thumbnails.contains($0.hashValue) }
            isSwept = true
        }
        return GallerySummary(
            indexPath: folder.path + "/index.html", items: views[0].items,
            videos: views[0].videos, months: views[0].months.count, placeholders: placeholders)
    }

    private func write(
        _ bytes: some Collection<UInt8>, named name: String
    ) throws(GalleryError) {
        try mapErrors(at: folder.path) { () throws(DurableFileError) in
            try folder.writePage(bytes, named: name)
        }
    }
}
