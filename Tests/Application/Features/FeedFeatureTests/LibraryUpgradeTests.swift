import DropboxStub
import Foundation
import ProgramTestKit
import SQLitePersistence
import Testing

@testable import PhotoLibrary

extension WholeProgram {
    /// The program on libraries that each earlier version has written.
    ///
    /// `LibraryMigrationTests` tests the migrated data, and kills in the middle of a migration.
    @Suite(.enabled("needs the command verify") { try await Program.has("verify") })
    struct LibraryUpgradeTests {
        /// Replaces the database of a library without thumbnails by one of an earlier version.
        private func downgrade(_ library: String, to version: Int) throws {
            let database = library + "/library.sqlite"
            let old = library + "/old.sqlite"
            let migrations = LibrarySchema.former.prefix(version).enumerated().map {
                SQLMigration($0 + 1, $1.name, $1.statements)
            }
            let schema = SQLSchema(applicationID: LibrarySchema.program, migrations: migrations)
            do {
                let connection = try SQLConnection(writing: old, schema: schema)
                try connection.execute("ATTACH '\(database)' AS present")
                for table in ["feed", "folder", "node", "media_info"] {
                    let columns = try connection.columns(of: table).sorted().joined(separator: ", ")
                    try connection.execute(
                        """
                        INSERT OR REPLACE INTO main.\(table) (\(columns))
                            SELECT \(columns) FROM present.\(table)
                        """)
                }
            }
            let files = FileManager.default
            for name in try files.contentsOfDirectory(atPath: library)
            where name.hasPrefix("library.sqlite") {
                try files.removeItem(atPath: library + "/" + name)
            }
            try files.moveItem(atPath: old, toPath: database)
        }

        @Test(arguments: 1...LibrarySchema.former.count)
        func eachCommandOpensALibraryOfAnEarlierVersion(_ version: Int) async throws {
            let play = try await Playground(photos: 12)
            let library = play.path("library")
            let first = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("originals"))
            #expect(first.status == 0, "\(first.errors)")
            let ids = try await play.feed().map { $0["id"] }
            try downgrade(library, to: version)

            // Commands that only read leave the library as it is.
            let commands = try await Program.commands()
            #expect(try await play.feed().map { $0["id"] } == ids)
            for command in [
                ["gallery", "--output", play.path("gallery")], ["stats"], ["status"], ["verify"],
                ["export", "--csv"], ["export", "--xmp", play.path("sidecars")], ["duplicates"],
                ["plan", "--endpoint", play.endpoint], ["log"],
            ] where commands.contains(command[0]) {
                let run = try await Program(command + ["--library", library]).outcome()
                #expect(run.status == 0, "\(command): \(run.errors)")
            }

            try play.stub.apply(.addPhotos(folder: "/new", count: 3))
            let listings = play.stub.requestCount(route: "files/list_folder")
            let second = try await play.sync("library")
            #expect(second.status == 0, "\(second.errors)")
            #expect(play.stub.requestCount(route: "files/list_folder") == listings)
            let upgraded = try await play.feed()
            #expect(upgraded.count == 15 && Set(upgraded.map { $0["id"] }).isSuperset(of: ids))
        }

        /// Removes what the later migrations have added to the database of the originals.
        private func downgradeOriginals(_ library: String, by scratch: String) throws {
            let schema = SQLSchema(applicationID: 1, migrations: [])
            let connection = try SQLConnection(writing: scratch, schema: schema)
            try connection.execute(
                """
                ATTACH '\(library)/originals.sqlite' AS originals;
                ALTER TABLE originals.choice DROP COLUMN fileTime;
                DROP TABLE originals.rename;
                DELETE FROM originals.persistence_migration WHERE number > 0
                """)
        }

        @Test func eachCommandReadsOriginalsThatNoRunHasMigrated() async throws {
            let play = try await Playground(photos: 3)
            let library = play.path("library")
            let first = try await play.sync(
                "library", "--no-thumbnails", "--originals", "--to", play.path("originals"))
            #expect(first.status == 0, "\(first.errors)")
            try downgradeOriginals(library, by: play.path("scratch.sqlite"))

            let commands = try await Program.commands()
            for command in [
                ["status"], ["transfers"], ["doctor"], ["plan", "--endpoint", play.endpoint],
                ["export", "--xmp", play.path("sidecars")],
            ] where commands.contains(command[0]) {
                let run = try await Program(command + ["--library", library]).outcome()
                #expect(!(run.output + run.errors).contains("no such column"), "\(command)")
                // The doctor also judges the machine.
                #expect(run.status == 0 || command == ["doctor"], "\(command): \(run.errors)")
            }

            let second = try await play.sync("library", "--no-thumbnails")
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.output.contains("3 already there"))
        }
    }
}
