import DurableFiles

public import struct Foundation.TimeZone

/// Writes a gallery: a static page with its thumbnails that opens from the disk, without a network.
///
/// ```swift
/// let writer = try GalleryWriter(folder: "gallery", title: "Photos")
/// for window in windows {                       // newest first
///     for item in window { try writer.add(item) }
/// }
/// print(try writer.finish().indexPath)
/// ```
///
/// Items stream through: however many there are, only a chunk of them and 8 to 16 bytes for each
/// thumbnail are in memory. A gallery that is there already keeps working until `finish` puts the
/// new page in its place in one step, and for good when the writer goes away before. The layout of
/// the folder is with `GalleryFolder`.
///
/// A plain class for one scheduler. Blocks on the disk.
public final class GalleryWriter {  // not @Schedulable: its owner, GalleryExport, is checked
    private let folder: GalleryFolder
    private let title: String
    private let calendar: GalleryCalendar
    private var months: [GalleryMonth] = []
    private var chunk = GalleryChunk(number: 0)
    /// Hashes of the names in use: a clash, one in billions, keeps a file that could go.
    private var thumbnails: Set<Int> = []
    private var items = 0
    private var videos = 0
    private var placeholders = 0
    private var isFinished = false

    /// Begins a gallery.
    ///
    /// - Parameters:
    ///   - path: The folder to write into: one that does not exist, an empty one, or a gallery of
    ///     ours, which is replaced.
    ///   - title: The page's title, any text.
    ///   - timeZone: Where months begin, and what the dates on the page are given in.
    /// - Throws: `.folderNotOurs`, `.inUse`, or `.file` when the folder cannot be used.
    public init(
        folder path: String, title: String, timeZone: TimeZone = .current
    ) throws(GalleryError) {
        let isOurs = try reporting(at: path) { () throws(DurableFileError) in
            try GalleryFolder.isOurs(path)
        }
        guard isOurs else { throw GalleryError(.folderNotOurs, path: path) }
        folder = try reporting(at: path) { () throws(DurableFileError) in
            try GalleryFolder(path: path)
        }
        self.title = title
        calendar = GalleryCalendar(timeZone: timeZone)
    }

    /// Adds the next item.
    ///
    /// The thumbnail becomes a hard link, or a copy where links cannot be; so it may later be
    /// replaced where it came from, but not changed in place. One that cannot be read, or is no
    /// JPEG, PNG, GIF or WebP, is shown as a drawn tile.
    ///
    /// - Throws: `.outOfOrder` when its month is newer than that of the item before; `.file`.
    public func add(_ item: GalleryItem) throws(GalleryError) {
        precondition(!isFinished, "a finished gallery takes no more items; begin another writer")
        let date = calendar.writable(item.date)
        if let month = months.last, date >= month.interval.start {
            guard date < month.interval.end else {
                throw GalleryError(.outOfOrder, path: folder.path)
            }
        } else {
            months.append(calendar.month(of: date))
        }
        months[months.count - 1].count += 1

        var thumbnail: String?
        if let source = item.thumbnailPath {
            thumbnail = try reporting(at: folder.path) { () throws(DurableFileError) in
                try folder.adoptThumbnail(source, identifier: item.identifier, ordinal: items)
            }
        }
        if let thumbnail { thumbnails.insert(thumbnail.hashValue) } else { placeholders += 1 }

        chunk.append(item, wallSeconds: calendar.wallSeconds(date), thumbnail: thumbnail)
        items += 1
        if item.isVideo { videos += 1 }
        if chunk.isFull {
            try write(chunk.script, named: chunk.fileName)
            chunk = GalleryChunk(number: chunk.number + 1)
        }
    }

    /// Puts the new page in its place, and removes what it does not need.
    ///
    /// - Returns: What is in the gallery, and the page to open.
    /// - Throws: `.file`. Before the page is in its place the old gallery stays; an error after that
    ///   only leaves files that nothing names, for the next run to remove.
    public func finish() throws(GalleryError) -> GallerySummary {
        precondition(!isFinished, "a gallery is finished once")
        isFinished = true
        if chunk.count > 0 { try write(chunk.script, named: chunk.fileName) }
        try write(GalleryStyle.text, named: "gallery.css")
        try write(GalleryScript.text, named: "gallery.js")
        let page = GalleryPage(
            title: title, generation: folder.generation, months: months, items: items,
            videos: videos)
        try reporting(at: folder.path) { () throws(DurableFileError) in
            try folder.writeIndex(page.html)
            try folder.sweep { thumbnails.contains($0.hashValue) }
        }
        return GallerySummary(
            indexPath: folder.path + "/index.html", items: items, videos: videos,
            months: months.count, placeholders: placeholders)
    }

    private func write(_ text: String, named name: String) throws(GalleryError) {
        try reporting(at: folder.path) { () throws(DurableFileError) in
            try folder.writePage(text, named: name)
        }
    }
}
