package import PhotoFeed
import SQLitePersistence
import Scheduling

@SchedulableExtension
extension SQLiteFeedReader {
    /// Checks the whole database, except for the comparison of its indexes with its tables.
    ///
    /// It reads the database from end to end.
    ///
    /// - Throws: `.libraryDamaged` with the first finding.
    package func checkIntegrity() throws(FeedError) {
        try mapErrors(path) { try tables.connection.checkIntegrity() }
    }
}
