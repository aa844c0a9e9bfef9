import DurableFiles
import Foundation
import PhotoFeed
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

/// The folders of the program in the folder of the originals, which its user may share.
@Suite struct OwnFoldersTests {
    /// A disk that refuses a further name for a file.
    private final class LinklessDisk: DiskModel {
        let bootSession = "test"
        private let name: String
        private let number: Int32

        init(_ name: String, _ number: Int32) { (self.name, self.number) = (name, number) }

        func decide(on change: DiskChange) -> DiskVerdict {
            guard case .create(let path) = change, path.hasSuffix(name) else { return .proceed }
            return .fail(number)
        }
    }

    private let fixture: OriginalsFixture
    private static let stranger: uid_t = 54_321

    init() throws {
        fixture = try OriginalsFixture()
        fixture.add("id:1", "/a.jpg")
        _ = fixture.run(try fixture.choice)
    }

    private func path(_ name: String) -> String { fixture.path + "/originals/" + name }

    /// The error of moving a file to the former versions.
    private func failure() throws -> FeedError? {
        try fixture.scheduler.enter {
            do {
                try fixture.folder().setAside("2024/05/a.jpg", as: "1")
                return nil
            } catch let error as FeedError {
                return error
            }
        }
    }

    private static let folders = [
        ".photopark", ".photopark/parts", ".photopark/versions", ".photopark/versions/2024",
    ]

    @Test(arguments: folders)
    func aFolderOfOursThatOthersCanWriteIntoIsRefused(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true)
        #expect(chmod(path(name), 0o777) == 0)
        let error = try #require(try failure())
        #expect(error.code == .libraryUnusable)
        #expect(error.message.contains("other users can write into it"), "\(error)")
        #expect(fixture.files == ["2024/05/a.jpg"])
    }

    @Test(
        .enabled(if: geteuid() == 0, "only the administrator can give a folder to a user"),
        arguments: folders)
    func aFolderOfAnotherUserIsRefused(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path(name), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        #expect(chown(path(name), Self.stranger, gid_t(0)) == 0)
        let error = try #require(try failure())
        #expect(error.code == .libraryUnusable)
        #expect(error.message.contains("another user"), "\(error)")
    }

    @Test func aTrashThatOthersCanWriteIntoIsRefused() throws {
        try FileManager.default.createDirectory(
            atPath: path(".trash"), withIntermediateDirectories: true)
        #expect(chmod(path(".trash"), 0o777) == 0)
        try fixture.scheduler.enter {
            let folder = try fixture.folder()
            let error = #expect(throws: FeedError.self) { try folder.discard("2024/05/a.jpg") }
            #expect(error?.code == .libraryUnusable)
        }
        #expect(fixture.files == ["2024/05/a.jpg"])
    }

    /// The folders of the photos belong to their user, who may share them.
    @Test func aSharedFolderOfPhotosIsUsed() throws {
        for name in ["", "2024", "2024/05"] { #expect(chmod(path(name), 0o777) == 0) }
        fixture.add("id:2", "/b.jpg")
        #expect(try #require(fixture.result(nil)).downloaded == 1)
    }

    /// A run that was killed has left a complete download, which another user has replaced.
    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a file to a user"))
    func aDownloadOfAnotherUserIsDownloadedAgain() throws {
        fixture.add("id:2", "/b.jpg", hasHash: false)
        fixture.server.silent = ["id:2"]
        _ = fixture.run(nil, disposing: true)
        let part = try #require(fixture.server.files.last)
        let name = URL(filePath: part).lastPathComponent
        try fixture.write("c0ntent of id:2", ".photopark/parts/" + name)
        #expect(chown(path(".photopark/parts/" + name), Self.stranger, gid_t(0)) == 0)
        fixture.server.silent = []
        #expect(try #require(fixture.result(nil)).downloaded == 1)
        #expect(fixture.server.downloads.count { $0 == "id:2" } == 2)
        #expect(fixture.content("2024/05/b.jpg") == "content of id:2")
    }

    @Test(arguments: [EPERM, ENOTSUP, ENOSYS, EMLINK])
    func aFileSystemWithoutHardLinksIsRefusedBeforeADownload(number: Int32) throws {
        fixture.add("id:2", "/b.jpg")
        DiskModels.setCurrent(LinklessDisk("/.photopark/link", number))
        defer { DiskModels.setCurrent(nil) }
        guard case .failed(let error)? = fixture.run(nil).completion else {
            Issue.record("the run has not failed")
            return
        }
        #expect(error.code == .libraryUnusable)
        #expect(error.message.contains("hard links"), "\(error)")
        #expect(error.advice?.contains("choose another folder") == true)
        #expect(fixture.server.downloads == ["id:1"])
    }

    /// A folder below that of the originals may be that of another disk.
    @Test func aFolderBelowWithoutHardLinksIsRefused() throws {
        fixture.add("id:2", "/b.jpg")
        DiskModels.setCurrent(LinklessDisk("/b.jpg", EXDEV))
        defer { DiskModels.setCurrent(nil) }
        guard case .failed(let error)? = fixture.run(nil).completion else {
            Issue.record("the run has not failed")
            return
        }
        #expect(error.code == .libraryUnusable, "\(error)")
    }
}
