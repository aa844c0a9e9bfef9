import Foundation
import PhotoFeed
import SQLitePersistence

@testable import PhotoLibrary

extension LibraryFixture {
    /// Replaces the closed library by one of an earlier version, with the same content.
    ///
    /// - Parameter version: the number of migrations that it has had, at most 5. Until the fifth,
    ///   each thumbnail had a file.
    func downgrade(to version: Int) throws {
        let files = FileManager.default
        let library = path + "/library/"
        let old = library + "old.sqlite"
        let hasPacks = version >= 5
        let pictures = hasPacks ? [:] : try picturesByName()
        do {
            let connection = try SQLConnection(writing: old, schema: .library(version))
            try connection.execute("ATTACH '\(library)library.sqlite' AS present")
            for table in ["feed", "folder", "node", "media_info"] + (hasPacks ? ["pack"] : []) {
                let columns = try connection.columns(of: table).sorted().joined(separator: ", ")
                try connection.execute(
                    """
                    INSERT OR REPLACE INTO main.\(table) (\(columns))
                        SELECT \(columns) FROM present.\(table)
                    """)
            }
        }
        for name in try files.contentsOfDirectory(atPath: library)
        where name.hasPrefix("library.sqlite") {
            try files.removeItem(atPath: library + name)
        }
        try files.moveItem(atPath: old, toPath: library + "library.sqlite")
        if hasPacks { return }
        try files.removeItem(atPath: library + "thumbnails")
        for (name, bytes) in pictures {
            try files.createDirectory(
                atPath: ((library + name) as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(bytes).write(to: URL(fileURLWithPath: library + name))
        }
    }

    /// The thumbnails, by the names of the files that they had in earlier versions.
    private func picturesByName() throws -> [String: [UInt8]] {
        let reader = try SQLiteFeedReader(path: path + "/library")
        var pictures: [String: [UInt8]] = [:]
        for item in try reader.everything() {
            let node = item.node
            let name = ThumbnailName(
                id: node.id, contentHash: node.contentHash, revision: node.revision)
            pictures[name.path] = try reader.thumbnail(of: node.id)
        }
        return pictures
    }
}

extension SQLSchema {
    /// The tables of a library of an earlier version, after its first `count` migrations.
    static func library(_ count: Int) -> SQLSchema {
        SQLSchema(
            applicationID: LibrarySchema.program,
            migrations: LibrarySchema.former.prefix(count).enumerated().map { index, migration in
                SQLMigration(index + 1, migration.name, migration.statements)
            })
    }
}
