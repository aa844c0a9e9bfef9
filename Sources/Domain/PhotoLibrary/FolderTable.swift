import PhotoFeed
import SQLitePersistence
import TextFormats

/// The folders of a library: the locations of the nodes, and the components of display paths.
final class FolderTable {  // not @Schedulable: confined to the library's scheduler
    /// The largest depth of a path whose ancestors are stored as folders.
    ///
    /// A deeper path is stored as the name of a single folder: the paths of all its ancestors would
    /// take space that grows with the square of its length.
    private static let maximumDepth = 256
    private static let cacheLimit = 4096
    private static let cacheBytes = 1 << 20

    private let find: SQLStatement
    private let insert: SQLStatement
    private let rename: SQLStatement
    private let touch: SQLStatement
    private let touchSubtree: SQLStatement
    private let findSubtree: SQLStatement
    private let deleteSubtree: SQLStatement
    private let read: SQLStatement
    /// The folders used since the last deletion or rollback; a listing often repeats a folder.
    private var numbers: [ByteEqualString: Int64] = [:]
    private var cachedBytes = 0
    private var last: (path: String, number: Int64)?
    /// The generation of the cached folders; a listing deletes folders that it does not mark.
    private var cachedGeneration: Int64?
    /// Whether a folder's path has a photo's file extension; else no photo can replace a folder.
    private var hasPhotoLikePaths = false

    /// The condition that the folder of a node is not one that the listing `?1` states as
    /// unchanged.
    static let isNotKept = "folder NOT IN (SELECT number FROM folder WHERE kept = ?1)"

    init(_ connection: SQLConnection) throws {
        find = try connection.statement(
            "SELECT number, generation, parent FROM folder WHERE path_lower = ?")
        insert = try connection.statement(
            "INSERT INTO folder (path_lower, parent, id, name, generation) VALUES (?, ?, ?, ?, ?)")
        // A folder without a parent is the root, or its name is its whole path.
        rename = try connection.statement(
            """
            UPDATE folder SET id = ?, name = CASE WHEN parent IS NULL THEN path_lower ELSE ? END
            WHERE number = ?
            """)
        touch = try connection.statement("UPDATE folder SET generation = ? WHERE number = ?")
        touchSubtree = try connection.statement(
            """
            UPDATE folder SET generation = ?4, kept = ?4
            WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3
            """)
        findSubtree = try connection.statement(
            """
            SELECT 1 FROM folder
            WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3 LIMIT 1
            """)
        deleteSubtree = try connection.statement(
            "DELETE FROM folder WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3")
        read = try connection.statement(
            "SELECT parent, name, path_lower FROM folder WHERE number = ?")
        var hasPhotoLikePaths = false
        try connection.statement("SELECT path_lower FROM folder").forEachRow { row in
            hasPhotoLikePaths = hasPhotoLikePaths || MediaFormats.isMedia(row.text(0))
        }
        self.hasPhotoLikePaths = hasPhotoLikePaths
    }

    /// Discards the cached numbers of rows that may no longer exist.
    func forget() {
        forgetNumbers()
        last = nil
    }

    private func forgetNumbers() {
        numbers.removeAll(keepingCapacity: true)
        cachedBytes = 0
    }

    /// Returns whether there is a folder at `path`, which a photo is about to take.
    ///
    /// A listing checks this for every photo. Folders with the extension of a photo are so rare
    /// that the query is skipped as long as there is none.
    func isAt(photoPath path: String) throws -> Bool {
        guard hasPhotoLikePaths || !MediaFormats.isMedia(path) else { return false }
        return try number(of: path) != nil
    }

    /// Returns the number of the folder at `path`; `nil` if there is none.
    func number(of path: String) throws -> Int64? {
        find.bind(1, path)
        return try find.first { $0.integer(0) }
    }

    /// Returns the number of the folder at `path`; creates it and its ancestors if necessary.
    ///
    /// - Parameter display: the names of the path's components, as far as the server can supply
    ///   them.
    func resolve(_ path: Substring, display: Substring?, generation: Int64) throws -> Int64 {
        if generation != cachedGeneration {
            forget()
            cachedGeneration = generation
        }
        if let last, last.path.utf8.elementsEqual(path.utf8) { return last.number }
        let path = String(path)
        let number =
            try numbers[ByteEqualString(path)]
            ?? lookUp(path, display: display, generation: generation)
        if numbers.count >= Self.cacheLimit || cachedBytes >= Self.cacheBytes { forgetNumbers() }
        if numbers.updateValue(number, forKey: ByteEqualString(path)) == nil {
            cachedBytes += path.utf8.count
        }
        last = (path, number)
        return number
    }

    /// Stores the properties from a folder's own entry.
    func store(_ folder: FolderNode, generation: Int64) throws {
        let number = try resolve(
            folder.pathKey[...], display: folder.pathDisplay?[...], generation: generation)
        rename.bind(1, folder.id.rawValue)
        rename.bind(2, folder.name)
        rename.bind(3, number)
        try rename.run()
    }

    /// Marks the folder at `path`, all folders below it and those above it for `generation`, and
    /// all nodes at `path` and below by a mark of their folders.
    func keep(_ path: String, generation: Int64) throws {
        guard try number(of: path) != nil else { return }
        _ = try resolve(path[...], display: nil, generation: generation)
        touchSubtree.bind(subtree: path)
        touchSubtree.bind(4, generation)
        try touchSubtree.run()
    }

    /// Whether there is a folder at `path` or below it.
    func hasAny(atOrBelow path: String) throws -> Bool {
        findSubtree.bind(subtree: path)
        return try findSubtree.first { _ in true } ?? false
    }

    /// Removes the folder at `path` and all folders below it.
    func remove(_ path: String) throws {
        deleteSubtree.bind(subtree: path)
        try deleteSubtree.run()
        forget()
    }

    /// Returns the paths of folder `number`.
    ///
    /// `known` caches the results; `depth` is the number of folders between this one and the first
    /// call's.
    func paths(
        of number: Int64, known: inout [Int64: Paths], depth: Int = 0
    ) throws -> Paths {
        if let known = known[number] { return known }
        guard depth <= Self.maximumDepth + 1 else {
            throw FeedError(
                .libraryDamaged, "the library is damaged: folder \(number) contains itself")
        }
        read.bind(1, number)
        let found = try read.first { row in
            (parent: row.optionalInteger(0), name: row.text(1), lower: row.text(2))
        }
        guard let found else {
            throw FeedError(.libraryDamaged, "the library is damaged: folder \(number) is missing")
        }
        let above =
            try found.parent.map { try paths(of: $0, known: &known, depth: depth + 1).display }
            ?? ""
        let result = Paths(lower: found.lower, display: above + found.name + "/")
        known[number] = result
        return result
    }

    /// The path of a folder in lower case, and its display path, which ends with a slash.
    struct Paths {
        let lower: String
        let display: String
    }

    private func lookUp(
        _ path: String, display: Substring?, generation: Int64
    ) throws -> Int64 {
        find.bind(1, path)
        let found = try find.first { ($0.integer(0), $0.integer(1)) }
        if let found, found.1 == generation { return found.0 }
        let parent = try parent(of: path, display: display, generation: generation)
        if let found {
            touch.bind(1, generation)
            touch.bind(2, found.0)
            try touch.run()
            return found.0
        }
        if MediaFormats.isMedia(path) { hasPhotoLikePaths = true }
        insert.bind(1, path)
        insert.bind(2, parent)
        insert.bindNull(3)
        insert.bind(4, parent == nil ? path : Self.name(of: path, display: display))
        insert.bind(5, generation)
        try insert.run()
        return insert.insertedNumber
    }

    private static func name(of path: String, display: Substring?) -> String {
        guard let name = display?.lastComponent, !name.isEmpty else {
            return String(path[...].lastComponent)
        }
        return String(name)
    }

    /// Returns the parent of the folder at `path`; `nil` for the root and for too deep a path.
    private func parent(
        of path: String, display: Substring?, generation: Int64
    ) throws -> Int64? {
        guard !path.isEmpty else { return nil }
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
        guard depth <= Self.maximumDepth else { return nil }
        return try resolve(
            path[...].parentPath, display: display?.parentPath, generation: generation)
    }
}

extension SQLStatement {
    /// Binds the range of the paths that are `path` or begin with `path` and a slash.
    ///
    /// It is a range instead of LIKE, because a name may contain the wildcards of LIKE.
    func bind(subtree path: String) {
        bind(1, path)
        bind(2, path + "/")
        bind(3, path + "0")  // `0` follows the slash in ASCII
    }
}

extension Substring {
    /// The part before the last slash.
    var parentPath: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[..<$0] } ?? ""
    }

    /// The part after the last slash.
    var lastComponent: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[utf8.index(after: $0)...] } ?? self
    }
}
