import FeedGallery
import Foundation
import PhotoFeed
import Scheduling

/// Writes the library's feed as a gallery, one window at a time.
///
/// A service of the business logic: it reads from the library on the same scheduler, and blocks
/// on the disk.
@Schedulable
final class GalleryExport {
    private let library: any FeedReader
    private let libraryFolder: URL
    private let writer: GalleryWriter
    private var next: FeedQuery? = FeedQuery(limit: 500)
    private var items = 0

    /// Begins a gallery in `folder`.
    ///
    /// An older gallery there stays unchanged until `finish()`.
    init(library: any FeedReader, libraryFolder: URL, folder: URL, title: String) throws {
        self.library = library
        self.libraryFolder = libraryFolder
        writer = try GalleryWriter(folder: folder.path, title: title)
    }

    /// Adds the next window of the feed.
    ///
    /// - Returns: the number of items added so far; `nil` after the last window.
    func addWindow() throws -> Int? {
        guard let query = next else { return nil }
        let window = try library.window(query)
        for item in window.items { try writer.add(galleryItem(item)) }
        items += window.items.count
        next = window.next.map(query.continuing(after:))
        return items
    }

    /// Completes the gallery and puts its page into place.
    func finish() throws -> GallerySummary {
        try writer.finish()
    }

    private func galleryItem(_ item: FeedItem) -> GalleryItem {
        let node = item.node
        var thumbnail: String?
        if case .stored(let path) = item.thumbnail {
            thumbnail = libraryFolder.appending(path: path).path(percentEncoded: false)
        }
        return GalleryItem(
            identifier: node.id.rawValue, name: node.name,
            folder: String(
                decoding: item.displayPath.utf8.dropLast(node.name.utf8.count + 1), as: UTF8.self),
            wallSeconds: node.displayTime.wallSeconds,
            isCameraTime: node.mediaInfo?.timeTaken != nil,
            thumbnailPath: thumbnail, isVideo: node.kind == .video,
            dimensions: node.mediaInfo?.dimensions.map {
                (width: Int($0.width), height: Int($0.height))
            },
            size: node.size,
            place: node.mediaInfo?.location.map {
                String(format: "%.4f, %.4f", $0.latitude, $0.longitude)
            })
    }
}
