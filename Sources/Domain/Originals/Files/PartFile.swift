import DurableFiles
import PhotoFeed

/// A file of the folder of parts that is written piece by piece.
///
/// It is removed when the object is released before `commit`.
final class PartFile {  // not @Schedulable: confined to its owner
    private var writer: DurableFileWriter?
    private let path: String

    /// Continues `writer`; errors name the folder `path`.
    init(_ writer: consuming DurableFileWriter, in path: String) {
        self.writer = consume writer
        self.path = path
    }

    /// Appends all of `bytes`.
    func write(_ bytes: [UInt8]) throws(FeedError) {
        do throws(DurableFileError) {
            try writer?.write(bytes)
        } catch {
            throw FeedError(error, originalsAt: path)
        }
    }

    /// Makes the file complete.
    func commit(expectedLength length: Int64) throws(FeedError) {
        var taken: DurableFileWriter?
        swap(&taken, &writer)
        guard let taken else { preconditionFailure("a part was committed twice") }
        do throws(DurableFileError) {
            try taken.commit(expectedLength: length)
        } catch {
            throw FeedError(error, originalsAt: path)
        }
    }
}
