package import PhotoFeed
import PictureScaling
package import Scheduling
package import Signals

/// Makes the thumbnails that a server does not make, of the originals that are in place.
///
/// Servers make no thumbnails of raw photos and videos, many make none of HEIC, and WebDAV servers
/// make none at all. The originals are decoded in processes with limits, at most two at once.
///
/// ```swift
/// let thumbnails = OriginalThumbnails(library: "library", writer: writer)
/// thumbnails.make().observe { print($0) } ended: { print($0) }
/// ```
///
/// A business-logic service, confined to the scheduler on which it was made.
@Schedulable
package final class OriginalThumbnails {
    private let library: String
    private let writer: any FeedWriter
    private let maker: PictureMaker

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - library: the path of the library's folder.
    ///   - writer: the library, which receives the thumbnails.
    ///   - maker: makes the pictures.
    package init(
        library: String, writer: any FeedWriter,
        maker: @escaping PictureMaker = { try await PictureScaler().jpeg(of: $0, fitting: $1) }
    ) {
        self.library = library
        self.writer = writer
        self.maker = maker
    }

    /// Returns a signal of one run.
    ///
    /// Cold: each subscription is a run. Events are sent on the scheduler of the service; the last
    /// one before completion is `.finished`. Disposal stops the processes. An original of which no
    /// thumbnail can be made is an event, and is not tried again until its revision changes; only
    /// the errors of the library end the run.
    package func make() -> Signal<OriginalThumbnailsEvent, FeedError> {
        Signal { [library, writer, maker] observer in
            do throws(FeedError) {
                let originals = OriginalsReader(library: library)
                let present = try originals.content().rows.lazy.filter { $0.state == .done }
                    .map { NodeID(rawValue: $0.id) }
                let runner = OriginalThumbnailsRunner(
                    originals, present: Set(present), writer: writer,
                    size: try writer.thumbnailSize() ?? .medium, maker: maker, observer: observer)
                observer.onDispose { runner.cancel() }
                runner.begin()
            } catch {
                observer.fail(error)
            }
        }
    }
}
