package import PhotoFeed
import PictureScaling
package import Scheduling
package import Signals

/// Makes the thumbnails that a server does not make, of the originals that are in place.
///
/// Servers make no thumbnails of raw photos and videos, many make none of HEIC, and WebDAV servers
/// make none at all. The originals are decoded in processes with limits, at most two at once. Of a
/// photo whose original is not in place, the thumbnail that its camera has written into the file
/// can be read from the server.
///
/// ```swift
/// let thumbnails = OriginalThumbnails(
///     library: "library", writer: writer, facts: writer, home: home)
/// thumbnails.make().observe { print($0) } ended: { print($0) }
/// ```
///
/// A business-logic service, confined to the scheduler of its initialiser.
@Schedulable
package final class OriginalThumbnails {
    private let library: String
    private let writer: any FeedWriter
    private let facts: (any OriginalFactsWriter)?
    private let server: (any OriginalFetcher)?
    private let home: SchedulerIsolation
    private let maker: PictureMaker

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - library: the path of the library's folder.
    ///   - writer: the library, which receives the thumbnails.
    ///   - facts: the library, which receives what the files that are read at the server state
    ///     about themselves.
    ///   - server: the fetcher of the files whose originals are not in place; `nil` to read none.
    ///   - home: the scheduler of the service.
    ///   - maker: makes the pictures.
    package init(
        library: String, writer: any FeedWriter, facts: (any OriginalFactsWriter)? = nil,
        server: (any OriginalFetcher)? = nil, home: SchedulerIsolation,
        maker: @escaping PictureMaker = { try await PictureScaler().jpeg(of: $0, fitting: $1) }
    ) {
        self.library = library
        self.writer = writer
        self.facts = facts
        self.server = server
        self.home = home
        self.maker = maker
    }

    /// Returns a signal of one run.
    ///
    /// Cold: each subscription is a run. Events are sent on the scheduler of the service; the last
    /// one before completion is `.finished`. Disposal stops the processes. An original of which no
    /// thumbnail can be made is an event, and is not tried again until its revision changes; only
    /// the errors of the library end the run.
    ///
    /// - Parameter readsWholeFiles: whether whole files of at most 64 MiB are read from the server
    ///   if the beginning has no thumbnail.
    package func make(
        readingWholeFiles readsWholeFiles: Bool = false
    ) -> Signal<OriginalThumbnailsEvent, FeedError> {
        Signal { [library, writer, facts, server, home, maker] observer in
            do throws(FeedError) {
                let originals = OriginalsReader(library: library)
                let runner = OriginalThumbnailsRunner(
                    originals, present: try originals.identifiersInPlace(),
                    previews: server.map {
                        ServerPreviews($0, readsWholeFiles: readsWholeFiles, library: library)
                    },
                    writer: writer, facts: facts,
                    size: try writer.thumbnailSize() ?? .medium, home: home, maker: maker,
                    observer: observer)
                observer.onDispose { runner.cancel() }
                runner.begin()
            } catch {
                observer.fail(error)
            }
        }
    }
}
