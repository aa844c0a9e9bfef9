import FeedGallery
import Foundation
import PhotoFeed
import Rendering
import Scheduling

/// Writes the library's feed as a gallery, one window at a time.
///
/// A service of the business logic: it reads from the library on the same scheduler, and blocks
/// on the disk.
@Schedulable
final class GalleryExport {
    private let library: any FeedReader
    private let writer: GalleryWriter
    private let damage = Damage()
    private var next: FeedQuery? = FeedQuery(limit: 500)
    private var items = 0

    /// Begins a gallery in `folder`.
    ///
    /// An older gallery there stays unchanged until `finish()`.
    init(library: any FeedReader, folder: URL, title: String) throws {
        self.library = library
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

    /// The thumbnails that are shown as tiles because they are damaged.
    ///
    /// An object of its own: the pictures that refer to it must not keep the export alive.
    private final class Damage {  // not @Schedulable: its owner, GalleryExport, is checked
        var count = 0
        /// One message for each file concerned.
        var messages: [String] = []
    }

    /// Returns a report of damaged thumbnails for the user of the program; `nil` without any.
    func damageReport() -> String? {
        if damage.messages.isEmpty { return nil }
        let count = Units.count(damage.count, "thumbnail")
        let messages = damage.messages.joined(separator: "; ")
        let advice = FeedError.Code.thumbnailDamaged.advice ?? ""
        return "\(count) cannot be read and shown: \(messages); \(advice)"
    }

    private func picture(of id: NodeID, at location: ThumbnailLocation) -> GalleryPicture {
        GalleryPicture(
            version: location.checksum.map { String($0, radix: 16) }, length: location.length
        ) { [library, damage] in
            do throws(FeedError) { return try library.thumbnail(of: id) } catch {
                guard error.code == .thumbnailDamaged else { throw error }
                damage.count += 1
                if !damage.messages.contains(error.message) {
                    damage.messages.append(error.message)
                }
                return nil
            }
        }
    }

    private func galleryItem(_ item: FeedItem) -> GalleryItem {
        let node = item.node
        var thumbnail: GalleryPicture?
        if case .stored(let location) = item.thumbnail {
            thumbnail = picture(of: node.id, at: location)
        }
        return GalleryItem(
            identifier: node.id.rawValue, name: node.name,
            folder: String(
                decoding: item.displayPath.utf8.dropLast(node.name.utf8.count + 1), as: UTF8.self),
            wallSeconds: node.displayTime.wallSeconds,
            isCameraTime: node.mediaInfo?.timeTaken != nil,
            thumbnail: thumbnail, isVideo: node.kind == .video,
            dimensions: node.mediaInfo?.dimensions.map {
                (width: Int($0.width), height: Int($0.height))
            },
            size: node.size,
            place: node.mediaInfo?.location.map {
                String(format: "%.4f, %.4f", $0.latitude, $0.longitude)
            })
    }
}
