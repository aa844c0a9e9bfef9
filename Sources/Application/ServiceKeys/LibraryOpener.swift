import Composition
package import Foundation
package import PhotoFeed

/// The opener of libraries for services outside the business logic.
package enum LibraryOpenerKey: SharedServiceKey { package typealias Service = LibraryOpener }

/// Opens libraries for reading on the scheduler of the caller, beside the runs that change them.
///
/// A page, for example, reads on a scheduler of its own, so that it does not wait for a sync.
package struct LibraryOpener: Sendable {
    private let openLibrary: @Sendable (URL) throws(FeedError) -> any FeedReader

    package init(_ open: @escaping @Sendable (URL) throws(FeedError) -> any FeedReader) {
        openLibrary = open
    }

    /// Opens the library in a folder; the reader stays on the scheduler of the caller.
    package func open(_ folder: URL) throws(FeedError) -> any FeedReader {
        try openLibrary(folder)
    }
}
