package import PhotoFeed

/// The files that the next run would read at a server without thumbnails, found without a request.
///
/// It takes the items of the feed that have no original on the disk. The run reads the beginning of
/// each file, and the whole file after it if the user has asked for that and the beginning has no
/// thumbnail. So the number of files is exact, and the number of bytes is the largest possible one.
///
/// Confined to one scheduler.
package final class PreviewsForecast {  // not @Schedulable: confined to the scheduler of its owner
    /// The number of files, each with at least one request, and their bytes.
    package struct Price: Hashable, Sendable {
        /// The number of files.
        package private(set) var files = 0
        /// The largest number of bytes that are read of them.
        package private(set) var bytes: Int64 = 0

        package init() {}

        fileprivate mutating func add(_ bytes: Int64) {
            files += 1
            self.bytes += bytes
        }

        /// Returns the sum of two prices.
        package static func + (first: Price, second: Price) -> Price {
            var sum = first
            sum.files += second.files
            sum.bytes += second.bytes
            return sum
        }
    }

    /// The files of which the server has no thumbnail, as an earlier run has found.
    package private(set) var known = Price()
    /// The files whose thumbnail is requested first; they are read if the server makes none.
    package private(set) var pending = Price()

    private let readsWholeFiles: Bool

    /// Creates a forecast of a run that reads whole files of at most 64 MiB, or none.
    package init(readingWholeFiles readsWholeFiles: Bool) {
        self.readsWholeFiles = readsWholeFiles
    }

    /// Takes an item of the feed; each once.
    package func take(_ item: FeedItem) {
        switch item.thumbnail {
        case .stored: break
        case .failed(let failure):
            if let bytes = bytes(of: item.node, lacking: failure) { known.add(bytes) }
        case .pending where item.node.hasThumbnailFormat:
            let failure = ThumbnailFailure.providerWithoutThumbnails
            if let bytes = bytes(of: item.node, lacking: failure) { pending.add(bytes) }
        case .pending: break
        }
    }

    private func bytes(of node: MediaNode, lacking failure: ThumbnailFailure) -> Int64? {
        ServerPreviews.reading(
            of: node, lacking: failure, readsWholeFiles: readsWholeFiles
        ).map { reading in
            let head = min(node.size, EmbeddedPreview.length(ofFileNamed: node.name))
            let whole = ServerPreviews.canReadWhole(node, readsWholeFiles) ? node.size : 0
            return reading == .head ? head + whole : node.size
        }
    }
}
