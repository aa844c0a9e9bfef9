import PhotoFeed
import SQLitePersistence

/// The media information that the server read from each picture or video.
///
/// It determines the date of a node in the feed.
final class MediaInfoTable {  // not @Schedulable: confined to the library's scheduler
    private let insert: SQLStatement
    private let delete: SQLStatement
    private let clientModified: SQLStatement
    private let date: SQLStatement

    init(_ connection: SQLConnection) throws {
        insert = try connection.statement(
            "INSERT OR REPLACE INTO media_info VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        delete = try connection.statement("DELETE FROM media_info WHERE node = ?")
        clientModified = try connection.statement(
            "SELECT client_modified FROM node WHERE number = ?")
        date = try connection.statement("UPDATE node SET date = ? WHERE number = ?")
    }

    /// Stores the server's information about node `number`, and updates the node's date.
    ///
    /// - Parameter info: `nil` if the server was asked and read no information from the content.
    func store(_ info: MediaInfo?, of number: Int64) throws {
        insert.bind(1, number)
        insert.bind(2, info?.kind.rawValue ?? MediaInfo.noneKind)
        insert.bind(3, info?.dimensions?.width)
        insert.bind(4, info?.dimensions?.height)
        insert.bind(5, info?.location?.latitude)
        insert.bind(6, info?.location?.longitude)
        insert.bind(7, info?.timeTaken?.wallSeconds)
        insert.bind(8, info?.durationMilliseconds)
        try insert.run()
        clientModified.bind(1, number)
        guard let modified = try clientModified.first({ $0.integer(0) }) else { return }
        let fileModified = FeedTime(secondsSinceEpoch: modified)
        let taken = info?.timeTaken.map { FeedTime(taken: $0, fileModified: fileModified) }
        date.bind(1, (taken ?? fileModified).secondsSinceEpoch)
        date.bind(2, number)
        try date.run()
    }

    /// Deletes the information about a content that the node no longer has.
    func forget(_ number: Int64) throws {
        delete.bind(1, number)
        try delete.run()
    }
}
