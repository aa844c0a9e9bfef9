import CommandLineProgram
import CommandOptions
import FeedGallery
import Foundation
import PhotoFeed
import Scheduling

/// Writes the feed of accounts as a gallery, one window at a time.
///
/// A service of the business logic: it reads from the libraries on the same scheduler, and blocks
/// on the disk.
@Schedulable
final class GalleryExport {
    private let feed: AccountsFeed
    private let writer: GalleryWriter
    private let damage = Damage()
    private var items = 0

    /// Begins a gallery in `folder`.
    ///
    /// An older gallery there stays unchanged until `finish()`.
    init(_ feed: AccountsFeed, folder: URL, title: String) throws {
        self.feed = feed
        writer = try GalleryWriter(folder: folder.path, title: title, accounts: feed.names)
    }

    /// Adds the next window of the feed.
    ///
    /// - Returns: the number of items added so far; `nil` after the last window.
    func addWindow() throws -> Int? {
        guard let window = try feed.next() else { return nil }
        for item in window { try writer.add(galleryItem(item)) }
        items += window.count
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

    /// The accounts that are left out of the gallery.
    var failures: [AccountFailure] {
        checkScheduler()
        return feed.failures
    }

    private func picture(of item: MergedItem, at location: ThumbnailLocation) -> GalleryPicture {
        GalleryPicture(
            version: String(location.checksum, radix: 16), length: location.length
        ) { [feed, damage] in
            do throws(FeedError) { return try feed.thumbnail(of: item) } catch {
                guard error.code == .thumbnailDamaged else { throw error }
                damage.count += 1
                if !damage.messages.contains(error.message) {
                    damage.messages.append(error.message)
                }
                return nil
            }
        }
    }

    /// The identifier of an item in the gallery; items of several accounts may share their own.
    private func identifier(of item: MergedItem) -> String {
        let id = item.item.node.id.rawValue
        return feed.names.count == 1 ? id : feed.names[item.libraries[0]] + ":" + id
    }

    private func galleryItem(_ merged: MergedItem) -> GalleryItem {
        let item = merged.item
        let node = item.node
        var thumbnail: GalleryPicture?
        if case .stored(let location) = item.thumbnail {
            thumbnail = picture(of: merged, at: location)
        }
        return GalleryItem(
            identifier: identifier(of: merged), name: node.name,
            folder: String(
                decoding: item.displayPath.utf8.dropLast(node.name.utf8.count + 1), as: UTF8.self),
            wallSeconds: node.displayTime.wallSeconds,
            clock: node.displayClock.rawValue,
            thumbnail: thumbnail, isVideo: node.kind == .video,
            dimensions: node.mediaInfo?.dimensions.map {
                (width: Int($0.width), height: Int($0.height))
            },
            size: node.size,
            place: node.mediaInfo?.location.map {
                String(format: "%.4f, %.4f", $0.latitude, $0.longitude)
            },
            original: feed.original(of: merged), accounts: merged.libraries)
    }
}
