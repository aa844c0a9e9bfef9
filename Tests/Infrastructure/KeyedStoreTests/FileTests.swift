import DurableFiles
import Foundation
import KeyedStore
import Scheduling
import Testing

@Suite struct FileTests {
    private static let name = Key<String>("file.name", default: "me")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store() throws -> KeyedStore {
        try KeyedStore(FileBackend(path: folder("settings.json")))
    }

    @Test func fileHasTheDocumentedForm() throws {
        let store = try store()
        try store.update {
            $0[Self.name] = "anna \"x\" / \u{e9}"
            $0[Key<[Int]?>("file.list")] = [1, 2]
        }
        #expect(
            try folder.content("settings.json") == """
                {"keyedStore":1,"values":{
                "file.list":{"version":1,"value":[1,2]},
                "file.name":{"version":1,"value":"anna \\"x\\" / \u{e9}"}
                }}

                """)
    }

    @Test func aCombiningMarkAtTheBeginningBelongsToTheNameOfTheFile() throws {
        try store().update { $0[Self.name] = "anna" }
        let other = try KeyedStore(FileBackend(path: folder("\u{301}settings.json")))
        #expect(try other[Self.name] == "me")
        try other.update { $0[Self.name] = "ben" }
        #expect(try folder.names.contains("\u{301}settings.json"))
        #expect(try store()[Self.name] == "anna")
    }

    /// In a process of its own, since the mask is that of the whole process.
    @Test func filesAreForTheirOwnerOnly() async {
        await #expect(processExitsWith: .success) {
            umask(0)
            let folder = try TemporaryFolder()
            let path = folder("new/inner/settings.json")
            let store = try KeyedStore(FileBackend(path: path))
            #expect(try folder.names == [])
            try store.update { $0[Self.name] = "anna" }
            #expect(try folder.mode("new/inner/settings.json") == 0o600)
            #expect(try folder.mode("new/inner/settings.json.lock") == 0o600)
            #expect(try folder.mode("new/inner") == 0o700)
            try folder.write("damaged", to: "new/inner/settings.json")
            #expect(throws: KeyedStoreError.self) { try KeyedStore(FileBackend(path: path)) }
            let aside = try FileManager.default.contentsOfDirectory(atPath: folder("new/inner"))
                .first { $0.hasPrefix("settings.json.damaged-") }
            #expect(try folder.mode("new/inner/" + (#require(aside))) == 0o600)
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o777])
    func fileThatOthersCanReadIsRefused(_ mode: Int) throws {
        try store().update { $0[Self.name] = "anna" }
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder("settings.json"))
        let error = #expect(throws: KeyedStoreError.self) { try store() }
        #expect(error?.code == .exposed)
    }

    @Test func linkInPlaceOfTheFileIsRefused() throws {
        try folder.write("{}", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder("settings.json"), withDestinationPath: folder("victim"))
        let error = #expect(throws: KeyedStoreError.self) { try store() }
        #expect(error?.code == .failed)
        #expect(try folder.content("victim") == "{}")
    }

    @Test func fileThatIsTooLargeIsRefused() throws {
        try folder.write(String(repeating: " ", count: 17 << 20), to: "settings.json")
        #expect(throws: KeyedStoreError.self) { try store() }
    }

    @Test(arguments: ["", "damaged"])
    func damagedDataIsPutAsideOnceADay(_ text: String) throws {
        try folder.write(text, to: "settings.json")
        for _ in 0..<3 {
            let error = #expect(throws: KeyedStoreError.self) { try store() }
            #expect(error?.code == .damaged)
        }
        let copies = try folder.names.filter {
            $0.wholeMatch(of: /settings\.json\.damaged-\d{4}-\d\d-\d\d-[0-9a-f]{8}/) != nil
        }
        // A test that runs at midnight may see two days.
        #expect((1...2).contains(copies.count))
        #expect(try folder.content(#require(copies.first)) == text)
    }

    @Test func temporaryFilesOfKilledWritersAreRemoved() throws {
        try store().update { $0[Self.name] = "anna" }
        let leftover = ".settings.json.0123456789ab.partial"
        let other = ".other.json.0123456789ab.partial"
        for name in [leftover, other] { try folder.write("secret", to: name) }
        try store().update { $0[Self.name] = "bert" }
        #expect(try folder.names == [other, "settings.json", "settings.json.lock"])
    }

    @Test func erasedStoreLeavesNoFile() throws {
        let store = try store()
        try store.update { $0[Self.name] = "anna" }
        try store.update { $0.removeAll() }
        #expect(try folder.names == ["settings.json.lock"])
    }

    @Test func updateWaitsForTheLockOfAnotherProcess() async throws {
        let other = try DurableFolder(path: folder.path)
        let lock = try FolderLock("settings.json.lock", in: other)
        let impatient = try KeyedStore(
            FileBackend(path: folder("settings.json"), lockTimeout: .zero))
        let error = #expect(throws: KeyedStoreError.self) {
            try impatient.update { $0[Self.name] = "anna" }
        }
        #expect(error?.code == .locked)
        let store = try store()
        let update = Task.detached { try store.update { $0[Self.name] = "bert" } }
        _ = consume lock
        try await update.value
        #expect(try self.store()[Self.name] == "bert")
    }

    @Test(.enabled(if: geteuid() != 0, "root can write into every folder"))
    func readOnlyFolderIsANamedError() throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o500], ofItemAtPath: folder.path)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: folder.path)
        }
        let error = #expect(throws: KeyedStoreError.self) {
            try store().update { $0[Self.name] = "anna" }
        }
        #expect(error?.code == .notPermitted)
    }
}
