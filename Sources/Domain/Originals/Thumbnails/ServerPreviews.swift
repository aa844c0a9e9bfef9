import DurableFiles
import Foundation
import MediaFacts
import PhotoFeed
import Signals

/// The files of a server that makes no thumbnails, as a source of small pictures.
///
/// Most photos contain a thumbnail near their beginning (EXIF), which one request for a range
/// reads. The whole file is read only if the user has asked for it.
///
/// Confined to the scheduler of its fetcher.
final class ServerPreviews {  // not @Schedulable: its owner, OriginalThumbnails, is checked
    /// The part of a file that is read.
    enum Reading {
        /// The beginning, which may contain a thumbnail.
        case head
        /// All bytes, for a decoder.
        case whole
    }

    /// The result of reading a part of a file.
    struct Result {
        /// The picture of a file, or what it can be made of.
        enum Content {
            /// The thumbnail that the file contains.
            case picture([UInt8])
            /// The whole file, open.
            case file(FileHandle)
            /// The beginning of a file, which contains no thumbnail.
            case nothing
        }

        let content: Content
        /// The facts in the bytes that were read.
        let facts: OriginalFacts
    }

    /// The largest file that is read as a whole.
    static let wholeLimit: Int64 = 64 << 20

    private let fetcher: any OriginalFetcher
    private let readsWholeFiles: Bool
    private let library: String

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - readsWholeFiles: whether files of at most 64 MiB are read if their beginning has no
    ///     thumbnail, and decoded in a process with limits.
    ///   - library: the path of the library, in whose folder the files are downloaded.
    init(_ fetcher: any OriginalFetcher, readsWholeFiles: Bool, library: String) {
        self.fetcher = fetcher
        self.library = library
        self.readsWholeFiles = readsWholeFiles
    }

    /// The part of an item's file to read first; `nil` if the server's file is of no use.
    ///
    /// A server that makes thumbnails of other formats decides for itself.
    func reading(of item: FeedItem) -> Reading? {
        guard case .failed(let failure) = item.thumbnail else { return nil }
        return Self.reading(of: item.node, lacking: failure, readsWholeFiles: readsWholeFiles)
    }

    /// The part of an item's file to read after its beginning; `nil` for none.
    func readingAfterHead(of item: FeedItem) -> Reading? {
        Self.canReadWhole(item.node, readsWholeFiles) ? .whole : nil
    }

    /// The part of a file to read first, of which the server has no thumbnail for this reason.
    static func reading(
        of node: MediaNode, lacking failure: ThumbnailFailure, readsWholeFiles: Bool
    ) -> Reading? {
        guard node.size > 0 else { return nil }
        let whole: Reading? = canReadWhole(node, readsWholeFiles) ? .whole : nil
        switch failure {
        case .providerWithoutThumbnails, .noPreview: return node.kind == .video ? whole : .head
        case .nothingEmbedded: return whole
        default: return nil
        }
    }

    /// Whether a file may be read as a whole.
    static func canReadWhole(_ node: MediaNode, _ readsWholeFiles: Bool) -> Bool {
        readsWholeFiles && node.size <= wholeLimit
    }

    /// Reads a part of an item's file.
    ///
    /// Cold; sends one result, or none for a file that has disappeared after its download.
    func read(_ reading: Reading, of item: FeedItem) -> Signal<Result, FeedError> {
        let version = OriginalVersion(item.node)
        switch reading {
        case .head:
            let end = min(version.size, EmbeddedPreview.length(ofFileNamed: item.node.name))
            return fetcher.beginning(of: version, count: end).map { bytes in
                let facts = MediaFacts(MemoryBytes(prefix: bytes, ofLength: version.size))
                let picture = facts.flatMap { EmbeddedPreview.jpeg(in: bytes, $0) }
                return Result(
                    content: picture.map(Result.Content.picture) ?? .nothing,
                    facts: OriginalFacts(facts, of: version, named: item.node.name))
            }
        case .whole:
            return .deferred { [self] in
                // The next run with the lock of the library removes what a killed one has left.
                let path = library + "/" + DurableFolder.temporaryName(for: "preview")
                return fetcher.download(version, to: path, digest: nil)
                    .compactMap { event in
                        guard case .finished = event,
                            let handle = FileHandle(forReadingAtPath: path)
                        else { return nil }
                        // The open file stays until the decoder has ended.
                        unlink(path)
                        let facts = FileBytes(descriptor: handle.fileDescriptor)
                            .flatMap(MediaFacts.init)
                        return Result(
                            content: .file(handle),
                            facts: OriginalFacts(facts, of: version, named: item.node.name))
                    }
            }
        }
    }

    /// Removes what interrupted downloads have left.
    func removeFiles() {
        // A file that stays is removed by the next run.
        _ = try? DurableFolder(path: library).sweep(olderThan: .zero)
    }
}
