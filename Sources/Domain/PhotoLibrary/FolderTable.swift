import GRDB
import PhotoFeed
import SafeText

/// The folders of a library: where nodes are, and what display paths are made of.
final class FolderTable {  // not @Schedulable: used on GRDB's queue
    /// Paths of more components than this are one folder's name: their ancestors' paths would take
    /// the square of their length.
    private static let maximumDepth = 256
    private static let cacheLimit = 4096
    private static let cacheBytes = 1 << 20

    private let find: SQLStatement
    private let insert: SQLStatement
    private let rename: SQLStatement
    private let touch: SQLStatement
    private let findSubtree: SQLStatement
    private let deleteSubtree: SQLStatement
    private let read: SQLStatement
    /// Folders met since the last deletion or rollback; a listing asks for the same ones in a row.
    private var numbers: [ExactText: Int64] = [:]
    private var cachedBytes = 0
    private var last: (path: String, number: Int64)?
    /// The listing during which they were met: a new one has to mark each folder anew, or loses it.
    private var rememberedGeneration: Int64?
    /// Whether some folder's path ends like a photo's; without one no photo can take a folder's place.
    private var hasPhotoLikePaths = false

    init(_ database: Database) throws {
        find = try SQLStatement(
            "SELECT number, generation, parent FROM folder WHERE path_lower = ?", on: database)
        insert = try SQLStatement(
            "INSERT INTO folder (path_lower, parent, id, name, generation) VALUES (?, ?, ?, ?, ?)",
            on: database)
        rename = try SQLStatement(
            "UPDATE folder SET id = ?, name = ? WHERE number = ?", on: database)
        touch = try SQLStatement(
            "UPDATE folder SET generation = ? WHERE number = ?", on: database)
        findSubtree = try SQLStatement(
            """
            SELECT 1 FROM folder
            WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3 LIMIT 1
            """, on: database)
        deleteSubtree = try SQLStatement(
            "DELETE FROM folder WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3",
            on: database)
        read = try SQLStatement(
            "SELECT parent, name, path_lower FROM folder WHERE number = ?", on: database)
        var hasPhotoLikePaths = false
        try SQLStatement("SELECT path_lower FROM folder", on: database).forEachRow { row in
            hasPhotoLikePaths = hasPhotoLikePaths || MediaFormats.isMedia(row.text(0))
        }
        self.hasPhotoLikePaths = hasPhotoLikePaths
    }

    /// Forgets what it remembers of rows that may not be there any more.
    func forget() {
        forgetNumbers()
        last = nil
    }

    private func forgetNumbers() {
        numbers.removeAll(keepingCapacity: true)
        cachedBytes = 0
    }

    /// Whether a folder stands at `path`, which a photo is about to take.
    ///
    /// A listing asks for every photo, and folders named like photos are so rare that knowing of none
    /// spares the question.
    func isAt(photoPath path: String) throws -> Bool {
        guard hasPhotoLikePaths || !MediaFormats.isMedia(path) else { return false }
        return try number(of: path) != nil
    }

    /// The folder at `path`, if the library has one.
    func number(of path: String) throws -> Int64? {
        find.bind(1, path)
        return try find.first { $0.integer(0) }
    }

    /// The folder at `path`, made up with its ancestors where no entry has told of them.
    ///
    /// - Parameter display: The names that the server guesses for the path's components.
    func resolve(_ path: Substring, display: Substring?, generation: Int64) throws -> Int64 {
        if generation != rememberedGeneration {
            forget()
            rememberedGeneration = generation
        }
        if let last, last.path.utf8.elementsEqual(path.utf8) { return last.number }
        let path = String(path)
        let number =
            try numbers[ExactText(path)] ?? lookUp(path, display: display, generation: generation)
        if numbers.count >= Self.cacheLimit || cachedBytes >= Self.cacheBytes { forgetNumbers() }
        if numbers.updateValue(number, forKey: ExactText(path)) == nil {
            cachedBytes += path.utf8.count
        }
        last = (path, number)
        return number
    }

    /// Stores what a folder's own entry says of it.
    func store(_ folder: FolderNode, generation: Int64) throws {
        let number = try resolve(folder.pathLower[...], display: nil, generation: generation)
        rename.bind(1, folder.id.rawValue)
        rename.bind(2, folder.name)
        rename.bind(3, number)
        try rename.run()
    }

    /// Whether there is a folder at `path` or below it.
    func hasAny(atOrBelow path: String) throws -> Bool {
        findSubtree.bind(subtree: path)
        return try findSubtree.first { _ in true } ?? false
    }

    /// Removes the folder at `path` and all below it.
    func remove(_ path: String) throws {
        deleteSubtree.bind(subtree: path)
        try deleteSubtree.run()
        forget()
    }

    /// The paths of folder `number`: in lower case, and as shown, that one with a slash at its end.
    ///
    /// `known` remembers those of before; `depth` counts the folders below this one.
    func paths(
        of number: Int64, known: inout [Int64: Paths], depth: Int = 0
    ) throws -> Paths {
        if let known = known[number] { return known }
        guard depth <= Self.maximumDepth + 1 else {
            throw FeedError(
                .libraryDamaged, "the library is damaged: folder \(number) is below itself")
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

    /// Where a folder is.
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

    /// The folder above the one at `path`; `nil` at the top, and for a path that is too deep.
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
    /// Binds the range of paths that are `path` or begin with it and a slash.
    ///
    /// A range and not LIKE, whose wildcards a name may hold.
    func bind(subtree path: String) {
        bind(1, path)
        bind(2, path + "/")
        bind(3, path + "0")  // the character behind the slash
    }
}

extension Substring {
    /// What comes before the last slash.
    var parentPath: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[..<$0] } ?? ""
    }

    /// What comes behind the last slash.
    var lastComponent: Substring {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { self[utf8.index(after: $0)...] } ?? self
    }
}
