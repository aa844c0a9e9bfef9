import Composition
package import Foundation
package import PhotoFeed
package import Scheduling

/// The opener of libraries for services outside the business logic.
package enum LibraryOpenerKey: SharedServiceKey { package typealias Service = LibraryOpener }

/// Opens libraries for reading on the scheduler of the caller, beside the runs that change them.
///
/// A page, for example, reads on a scheduler of its own, so that it does not wait for a sync.
package struct LibraryOpener: Sendable {
    package typealias Open =
        @Sendable (URL, SchedulerIsolation) throws(FeedError) -> any FeedReader

    private let openLibrary: Open

    package init(_ open: @escaping Open) { openLibrary = open }

    /// Opens the library in a folder; the reader stays on the scheduler of the caller.
    package func open(
        _ folder: URL, in home: SchedulerIsolation
    ) throws(FeedError) -> any FeedReader {
        try openLibrary(folder, home)
    }
}
