package import Composition
package import PhotoFeed

/// A module that counts the originals of libraries, for the reports of other modules.
package protocol OriginalsCounter: Module {
    /// Counts the originals of the library at `path`; `nil` if it has no choice of originals.
    ///
    /// It examines no file of them, and blocks on the disk.
    ///
    /// - Parameter library: the reader of the library.
    func originals(
        ofLibrary path: String, _ library: any FeedReader
    ) throws(FeedError) -> OriginalsCounts?
}
