import Foundation
import Testing

@testable import DurableFiles

@Suite struct FileStatusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aRegularFileHasItsSizePermissionsAndTime() throws {
        let path = folder.path + "/a"
        try Data("abc".utf8).write(to: URL(filePath: path))
        chmod(path, 0o640)
        let date = Date(timeIntervalSince1970: 1_000_000_000.5)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let status = try #require(FileStatus(path: path))
        #expect(status.kind == .regular)
        #expect(status.size == 3)
        #expect(status.permissions == 0o640)
        #expect(status.modified == (1_000_000_000, 500_000_000))
        #expect(status.linkCount == 1)
    }

    @Test func anOpenFileIsTheOneAtItsPath() throws {
        let path = folder.path + "/a"
        try Data().write(to: URL(filePath: path))
        try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/b")
        let handle = try #require(FileHandle(forReadingAtPath: folder.path + "/b"))
        let byPath = try #require(FileStatus(path: path))
        let byDescriptor = try #require(FileStatus(descriptor: handle.fileDescriptor))
        #expect(byPath.device == byDescriptor.device)
        #expect(byPath.inode == byDescriptor.inode)
        #expect(byDescriptor.linkCount == 2)
    }

    @Test func foldersAndLinksAreNotRegularFiles() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "/etc/passwd")
        #expect(FileStatus(path: folder.path)?.kind == .folder)
        #expect(FileStatus(path: folder.path + "/link")?.kind == .other)
    }

    @Test func aFileIsExposedByItsOwnerAndByItsPermissions() throws {
        let path = folder.path + "/a"
        try Data().write(to: URL(filePath: path))
        chmod(path, 0o640)
        let status = try #require(FileStatus(path: path))
        #expect(status.exposure(forbidding: 0o077) == .openToOthers)
        #expect(status.exposure(forbidding: 0o022) == nil)
        #expect(status.exposure(forbidding: 0, owners: [geteuid() + 1]) == .foreignOwner)
    }

    @Test func anErrorOfTheSystemIsNil() {
        let absent = FileStatus(path: folder.path + "/absent")
        let reason = errno
        #expect(absent?.size == nil && reason == ENOENT)
        let closed = FileStatus(descriptor: -1)
        let otherReason = errno
        #expect(closed?.size == nil && otherReason == EBADF)
    }
}
