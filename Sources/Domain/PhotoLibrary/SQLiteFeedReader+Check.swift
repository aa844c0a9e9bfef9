import DurableFiles
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

    /// Returns the number of stored thumbnails whose pack is missing or too short.
    ///
    /// It reads all nodes, but no pack. A process that changes the packs meanwhile makes the number
    /// wrong.
    package func missingThumbnails() throws(FeedError) -> Int {
        let folder = self.folder
        let files = PackFiles { () throws(DurableFileError) in try folder.existingThumbnails }
        return try mapErrors(path) {
            let ends = try tables.connection.statement(
                """
                SELECT thumbnail_pack, thumbnail_offset + thumbnail_length FROM node
                WHERE thumbnail = 1 AND folder IS NOT NULL
                """)
            var lengths: [Int64: Int64] = [:]
            var missing = 0
            try tables.read {
                try ends.forEachRow { row in
                    let pack = row.integer(0)
                    let length = try lengths[pack] ?? files.status(of: pack)?.length ?? 0
                    lengths[pack] = length
                    if row.integer(1) > length { missing += 1 }
                }
            }
            return missing
        }
    }
}
