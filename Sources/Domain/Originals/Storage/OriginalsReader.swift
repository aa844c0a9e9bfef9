import DurableFiles
import Persistence
package import PhotoFeed
import SQLitePersistence

/// The originals of a library that are in place, for reading beside the runs that download them.
///
/// ```swift
/// let originals = OriginalsReader(library: "library")
/// if let file = try originals.file(of: node) { print(file.name, file.size) }
/// ```
///
/// Confined to one scheduler; every call blocks on the disk. A library without originals costs a
/// look-up of a file name.
package final class OriginalsReader {  // not @Schedulable: confined to the scheduler of its owner
    private let path: String
    private var database: Database?

    private struct Database {
        let reader: DatabaseReader
        /// The open folder, through which the database is accessed.
        let folder: DurableFolder
    }

    /// Creates a reader of the library at `path`, which opens nothing yet.
    package init(library path: String) { self.path = path }

    /// Opens the original of a photo or video; `nil` if its present content is not in place.
    ///
    /// No link below the folder of the originals is followed.
    ///
    /// - Throws: the errors of the database of originals.
    package func file(of node: MediaNode) throws(FeedError) -> OriginalFile? {
        try place(of: node)?.file
    }

    /// Returns the absolute path of the original; `nil` if its present content is not in place.
    ///
    /// - Throws: the errors of the database of originals.
    package func path(of node: MediaNode) throws(FeedError) -> String? {
        try place(of: node)?.path
    }

    private func place(
        of node: MediaNode
    ) throws(FeedError) -> (file: OriginalFile, path: String)? {
        let (row, choice) = try known(node.id)
        guard let row, let choice, row.state == .done, row.hasContent(of: node) else { return nil }
        var components = SafeName.components(of: row.path)
        guard let name = components.popLast() else { return nil }
        do throws(DurableFileError) {
            var folder = try DurableFolder(path: choice.folder)
            for component in components { folder = try folder.folder(named: component) }
            return OriginalFile(path: folder.descriptorPath + "/" + name, name: name)
                .map { ($0, choice.folder + "/" + row.path) }
        } catch {
            // The user may have moved the folder, or its disk is not mounted.
            return nil
        }
    }

    /// Returns the components of the path of an original below the folder of the originals.
    ///
    /// It is the path that the original has, or gets when it is downloaded; `nil` if the library
    /// does not want it.
    ///
    /// - Throws: the errors of the database of originals.
    package func components(of node: MediaNode) throws(FeedError) -> [String]? {
        guard let database = try opened() else { return nil }
        let row = try OriginalsErrors.mapping(path) {
            try database.reader.read { try $0.find(OriginalRow.self, node.id.rawValue) }
        }
        return row.map { SafeName.components(of: $0.path) }
    }

    /// Returns the number of originals that are not in place, and of those that the last
    /// verification has found damaged or missing.
    ///
    /// - Throws: the errors of the database of originals.
    package func counts() throws(FeedError) -> (wanted: Int, damaged: Int) {
        guard let database = try opened() else { return (0, 0) }
        let edited = OriginalVerdict.edited.rawValue
        return try OriginalsErrors.mapping(path) {
            try database.reader.read { session in
                (
                    try session.count(
                        OriginalRow.where { $0.state != .done && $0.state != .cancelled }),
                    try session.count(
                        OriginalRow.where {
                            $0.state == .done && $0.failure != nil && $0.failure != edited
                        })
                )
            }
        }
    }

    /// Counts the originals of the stored choice; `nil` if the library has none.
    ///
    /// A file that the last verification has missed is not in place. No file is examined.
    ///
    /// - Parameter library: the reader of the library, which lists the photos and videos.
    /// - Throws: the errors of the databases.
    package func originalsCounts(
        in library: any FeedReader
    ) throws(FeedError) -> OriginalsCounts? {
        guard let database = try opened() else { return nil }
        let rows = try OriginalsErrors.mapping(path) {
            try database.reader.read { session -> [OriginalStateRow]? in
                guard try session.originalsChoice() != nil else { return nil }
                return try session.all(OriginalStateRow.all)
            }
        }
        guard let rows else { return nil }
        var counts = OriginalsCounts()
        for row in rows {
            let isListed = try library.displayPath(of: NodeID(rawValue: row.id)) != nil
            counts.add(row, isListed: isListed)
        }
        return counts
    }

    /// Returns what the last verifications have found; `nil` if the library has no originals.
    ///
    /// - Throws: the errors of the database of originals; `.libraryUnusable` if their folder is
    ///   missing, for example because its disk is not mounted.
    package func verification() throws(FeedError) -> OriginalsVerification? {
        let (choice, rows) = try content()
        guard let choice else { return nil }
        try OriginalsFolder.requireExistence(at: choice.folder)
        return rows.reduce(into: OriginalsVerification()) { $0.count($1) }
    }

    /// Returns the stored choice; `nil` if the library has no originals.
    ///
    /// - Throws: the errors of the database of originals.
    package func choice() throws(FeedError) -> OriginalsChoice? {
        guard let database = try opened() else { return nil }
        return try OriginalsErrors.mapping(path) {
            try database.reader.read { try $0.originalsChoice() }
        }
    }

    /// Returns the identifiers of the originals that are in place.
    func identifiersInPlace() throws(FeedError) -> Set<NodeID> {
        guard let database = try opened() else { return [] }
        return try OriginalsErrors.mapping(path) {
            try database.reader.read { session in
                Set(
                    try session.all(OriginalStateRow.where { $0.state == .done })
                        .map { NodeID(rawValue: $0.id) })
            }
        }
    }

    private func known(
        _ id: NodeID
    ) throws(FeedError) -> (row: OriginalRow?, choice: OriginalsChoice?) {
        guard let database = try opened() else { return (nil, nil) }
        return try OriginalsErrors.mapping(path) {
            try database.reader.read { session in
                (
                    try session.find(OriginalRow.self, id.rawValue),
                    try session.originalsChoice()
                )
            }
        }
    }

    /// Returns the stored choice and the rows of all files; `nil` and none without originals.
    func content() throws(FeedError) -> (choice: OriginalsChoice?, rows: [OriginalRow]) {
        guard let database = try opened() else { return (nil, []) }
        return try OriginalsErrors.mapping(path) {
            try database.reader.read { session in
                (try session.originalsChoice(), try session.all(OriginalRow.all))
            }
        }
    }

    private func opened() throws(FeedError) -> Database? {
        if let database { return database }
        guard OriginalsStore.exists(inLibrary: path) else { return nil }
        let opened = try OriginalsErrors.mapping(path) {
            let folder = try DurableFolder(path: path)
            try folder.requireOwnership()
            let place = DatabasePlace(folder.descriptorPath + "/" + OriginalsStore.database)
            return Database(
                reader: try DatabaseReader(
                    SQLiteEngine(), at: place, schema: OriginalsStore.schema), folder: folder)
        }
        database = opened
        return opened
    }
}

extension OriginalsCounts {
    /// Counts the original of a row.
    ///
    /// - Parameter isListed: whether the library lists its photo or video.
    fileprivate mutating func add(_ row: OriginalStateRow, isListed: Bool) {
        switch (row.state, row.verdict) {
        // No run downloads the file of a photo that the server no longer has.
        case (.waiting, _), (.running, _), (.done, .missing): if isListed { missing += 1 }
        case (.failed, _): if isListed { failed += 1 }
        case (.paused, _), (.cancelled, _): if isListed { stopped += 1 }
        case (.done, let verdict):
            if !isListed { deleted += 1 }
            switch verdict {
            case .damaged: damaged += 1
            case .unreadable: unreadable += 1
            case .unknown: unknown += 1
            case .edited: (inPlace, edited) = (inPlace + 1, edited + 1)
            case .good, .gone, .missing, nil: inPlace += 1
            }
        }
    }
}
