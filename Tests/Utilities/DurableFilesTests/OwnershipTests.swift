import DurableFiles
import Foundation
import Testing

/// The folders and files that the program keeps for itself, and what others can do with them.
@Suite struct OwnershipTests {
    private let temporary: TemporaryFolder
    private let folder: DurableFolder
    /// A user without an account, to whom only the administrator can give a file.
    private static let stranger: uid_t = 54_321

    init() throws {
        temporary = try TemporaryFolder()
        folder = try DurableFolder(path: temporary.path)
    }

    /// The error of opening a folder by its name; `nil` if it is opened.
    private func folderError(_ name: String, creating: Bool = true) -> DurableFileError.Code? {
        do throws(DurableFileError) {
            _ = try folder.ownFolder(named: name, creating: creating)
        } catch { return error.code }
        return nil
    }

    /// The error of opening a folder by its path; `nil` if it is opened.
    private func pathError(_ name: String) -> DurableFileError.Code? {
        do throws(DurableFileError) {
            _ = try DurableFolder(own: temporary(name))
        } catch { return error.code }
        return nil
    }

    /// The error of opening a file; `nil` if it is opened.
    private func fileError(_ name: String) -> DurableFileError.Code? {
        do throws(DurableFileError) { _ = try folder.ownFile(name) } catch { return error.code }
        return nil
    }

    @Test func aNewFolderIsThatOfTheUserAlone() throws {
        _ = try folder.ownFolder(named: "parts")
        #expect(try temporary.mode("parts") == 0o700)
        #expect(pathError("a/b") == nil)
        #expect(try temporary.mode("a/b") == 0o700)
    }

    @Test(arguments: [0o770, 0o702, 0o777, 0o1777, 0o720])
    func aFolderThatOthersCanWriteIntoIsRefused(mode: mode_t) throws {
        #expect(mkdir(temporary("parts"), 0o700) == 0)
        #expect(chmod(temporary("parts"), mode) == 0)
        for isCreated in [true, false] {
            #expect(folderError("parts", creating: isCreated) == .exposed)
        }
        #expect(pathError("parts") == .exposed)
    }

    @Test(arguments: [0o755, 0o750, 0o700, 0o500])
    func aFolderThatOthersCanReadIsUsed(mode: mode_t) throws {
        #expect(mkdir(temporary("parts"), 0o700) == 0)
        #expect(chmod(temporary("parts"), mode) == 0)
        #expect(folderError("parts", creating: false) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a folder to a user"))
    func aFolderOfAnotherUserIsRefused() throws {
        #expect(mkdir(temporary("parts"), 0o700) == 0)
        #expect(chown(temporary("parts"), Self.stranger, gid_t(0)) == 0)
        #expect(folderError("parts") == .exposed)
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a file to a user"))
    func aFileOfAnotherUserIsRefused() throws {
        try folder.write([1], named: "part")
        #expect(chown(temporary("part"), Self.stranger, gid_t(0)) == 0)
        #expect(fileError("part") == .exposed)
    }

    @Test func onlyARegularFileOfTheUserIsOpened() throws {
        try folder.write([1], named: "part")
        _ = try folder.ownFile("part")
        #expect(chmod(temporary("part"), 0o620) == 0)
        #expect(fileError("part") == .exposed)
        #expect(mkfifo(temporary("pipe"), 0o600) == 0)
        #expect(symlink("part", temporary("link")) == 0)
        for name in ["pipe", "link"] {
            #expect(
                fileError(name)
                    == .notRegularFile)
        }
        #expect(fileError("no") == .notFound)
    }

    /// Another user may replace the file between its check and its link.
    @Test func theFileThatWasCheckedGetsTheName() throws {
        try folder.write(Array("ours".utf8), named: "part")
        let file = try folder.ownFile("part")
        try folder.write(Array("theirs".utf8), named: "other")
        #expect(rename(temporary("other"), temporary("part")) == 0)
        #expect(throws: (any Error).self) {
            // The last name of the file is gone, so that it has no name to share.
            _ = try file.link(to: "photo", in: folder)
        }
        #expect(try temporary.names == ["part"])

        try folder.write(Array("ours".utf8), named: "part")
        #expect(link(temporary("part"), temporary("kept")) == 0)
        let next = try folder.ownFile("part")
        try folder.write(Array("theirs".utf8), named: "part")
        #if os(Linux)
            #expect(try next.link(to: "photo", in: folder))
            #expect(try temporary.content("photo") == "ours")
        #else
            #expect(throws: DurableFileError.self) { try next.link(to: "photo", in: folder) }
        #endif
    }

    @Test func aNameThatIsTakenStays() throws {
        try folder.write(Array("ours".utf8), named: "part")
        try folder.write(Array("other".utf8), named: "photo")
        let file = try folder.ownFile("part")
        #expect(try !file.link(to: "photo", in: folder))
        #expect(try temporary.content("photo") == "other")
        try file.setModified(1_000_000_000)
        #expect(try folder.ownFile("part").status.modified == (1_000_000_000, 0))
    }
}
