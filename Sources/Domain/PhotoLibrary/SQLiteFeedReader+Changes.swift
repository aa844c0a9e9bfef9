package import PhotoFeed
import SQLitePersistence
import Scheduling

@SchedulableExtension
extension SQLiteFeedReader: ChangeMarking {
    /// Returns SQLite's `data_version`, which every commit of another connection changes.
    ///
    /// Source: https://www.sqlite.org/pragma.html#pragma_data_version
    package func changeMark() throws(FeedError) -> Int64 {
        guard folder.isInPlace else {
            throw FeedError(.libraryNotFound, "the library \(path) does not exist")
        }
        return try mapErrors(path) {
            try tables.read {
                try tables.connection.statement("PRAGMA data_version").first { $0.integer(0) } ?? 0
            }
        }
    }
}
