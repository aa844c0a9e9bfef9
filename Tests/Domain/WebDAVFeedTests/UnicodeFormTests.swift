import PhotoFeed
import Testing

@testable import WebDAVFeed

/// Folders beside each other whose names differ in their Unicode form only.
@Suite struct UnicodeFormTests {
    /// In the order in which they are listed.
    private static let paths = ["/cafe\u{301}", "/caf\u{E9}"]

    private static func folder(_ path: String, tag: String) -> WebDAVMember {
        var folder = WebDAVMember(path: path)
        folder.hasProperties = true
        folder.isFolder = true
        folder.tag = tag
        return folder
    }

    private static let root = folder("", tag: "root")
    private static let folders = [folder(paths[0], tag: "0"), folder(paths[1], tag: "1")]

    private static func part(_ members: [WebDAVMember]) -> WebDAVPart {
        WebDAVPart(members: members, end: WebDAVPart.End(time: 1_000))
    }

    /// A walk that awaits the members of the first folder.
    private static func walk() -> WebDAVListing {
        var listing = WebDAVListing(of: "", former: nil, pageLimit: 100)
        _ = listing.start()
        _ = listing.received(part([root]))
        _ = listing.failed(WebDAVFailure(FeedError(.permissionMissing, ""), .refused))
        _ = listing.received(part([root] + folders))
        return listing
    }

    @Test func eachFolderKeepsItsOwnTag() throws {
        var listing = Self.walk()
        for folder in Self.folders { _ = listing.received(Self.part([folder])) }
        let found = try #require(listing.memory.folders)
        for folder in Self.folders {
            #expect(found.subtree(at: folder.path, tag: folder.tag)?.count == 1)
        }
    }

    @Test func aRemovedFolderIsNotTakenForTheOther() {
        var listing = Self.walk()
        _ = listing.failed(WebDAVFailure(FeedError(.folderNotFound, ""), .missing))
        _ = listing.received(Self.part([Self.root, Self.folders[1]]))
        #expect(!listing.isPartial)
        #expect(listing.changes.last == .deleted(pathKey: Self.paths[0]))
    }

    @Test func aFolderWithoutMembersIsAskedForAlthoughTheOtherHasSome() {
        var answer = WebDAVAnswer(folder: "")
        var file = WebDAVMember(path: Self.paths[1] + "/a.jpg")
        file.hasProperties = true
        for member in Self.folders + [file] { answer.add(member) }
        #expect(answer.leaves.map { Array($0.utf8) } == [Array(Self.paths[0].utf8)])
    }
}
