import Foundation
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

    /// The result of reading a file; no result means that its beginning has no thumbnail.
    enum Result {
        case picture([UInt8])
        case file(FileHandle)
    }

    /// The largest file that is read as a whole.
    static let wholeLimit: Int64 = 64 << 20

    private let fetcher: any OriginalFetcher
    private let readsWholeFiles: Bool
    private var folder: String?

    /// Creates a source.
    ///
    /// - Parameter readsWholeFiles: whether files of at most 64 MiB are read if their beginning has
    ///   no thumbnail, and decoded in a process with limits.
    init(_ fetcher: any OriginalFetcher, readsWholeFiles: Bool) {
        self.fetcher = fetcher
        self.readsWholeFiles = readsWholeFiles
    }

    /// The part of an item's file to read first; `nil` if the server's file is of no use.
    ///
    /// A server that makes thumbnails of other formats decides for itself.
    func reading(of item: FeedItem) -> Reading? {
        guard item.node.size > 0 else { return nil }
        switch item.thumbnail {
        case .failed(.providerWithoutThumbnails), .failed(.noPreview):
            return item.node.kind == .video ? readingAfterHead(of: item) : .head
        case .failed(.nothingEmbedded): return readingAfterHead(of: item)
        default: return nil
        }
    }

    /// The part of an item's file to read after its beginning; `nil` for none.
    func readingAfterHead(of item: FeedItem) -> Reading? {
        readsWholeFiles && item.node.size <= Self.wholeLimit ? .whole : nil
    }

    /// Reads a part of an item's file.
    ///
    /// Cold; sends one result, or none.
    func read(_ reading: Reading, of item: FeedItem) -> Signal<Result, FeedError> {
        let version = OriginalVersion(item.node)
        switch reading {
        case .head:
            let end = min(version.size, EmbeddedPreview.length(ofFileNamed: item.node.name))
            return fetcher.beginning(of: version, count: end).compactMap { bytes in
                EmbeddedPreview.jpeg(in: bytes, ofLength: version.size).map(Result.picture)
            }
        case .whole:
            return .deferred { [self] in
                guard let folder = makeFolder() else {
                    return .fail(FeedError(.storage, "cannot create a temporary folder"))
                }
                let path = folder + "/" + UUID().uuidString
                return fetcher.download(version, to: path, digest: nil)
                    .compactMap { event in
                        guard case .finished = event,
                            let handle = FileHandle(forReadingAtPath: path)
                        else { return nil }
                        // The open file stays until the decoder has ended.
                        unlink(path)
                        return .file(handle)
                    }
            }
        }
    }

    /// Removes what was downloaded.
    func removeFiles() {
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
        folder = nil
    }

    private func makeFolder() -> String? {
        if let folder { return folder }
        var template = Array((NSTemporaryDirectory() + "/photopark-previews-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        return folder
    }

    deinit { removeFiles() }
}
