import HTTPGateway
import PhotoFeed
import Testing

@testable import WebDAVFeed

/// The abilities that a listing sees on its way, and their place in the cursor.
@Suite struct AbilityTests {
    private let base = "/dav"

    /// Lists a root with a folder `/x`; `file` describes a file of `/x`.
    private func cursor(
        root: WebDAVMember = folder(""), file: WebDAVMember, refusesInfinity: Bool = true,
        former: WebDAVMemory? = nil
    ) throws -> (cursor: WebDAVCursor, asked: [[WebDAVProperty]]) {
        var listing = WebDAVListing(of: "", former: former, pageLimit: 100)
        var asked: [[WebDAVProperty]] = []
        var actions = listing.start()
        while true {
            let action = try #require(actions.last)
            switch action {
            case .request(.probe): actions = listing.received(Self.part([root]))
            case .request(.list(_, .everything)):
                asked.append(.member(of: listing.memory))
                actions =
                    refusesInfinity
                    ? listing.failed(WebDAVFailure(FeedError(.permissionMissing, ""), .refused))
                    : listing.received(Self.part([root, Self.folder("/x"), file]))
            case .request(.list("", _)):
                asked.append(.member(of: listing.memory))
                actions = listing.received(Self.part([root, Self.folder("/x")]))
            case .request(.list(let path, _)):
                asked.append(.member(of: listing.memory))
                actions = listing.received(Self.part([Self.folder(path), file]))
            case .complete:
                guard case .send(let page)? = actions.dropLast().last else {
                    throw FeedError(.network, "no page")
                }
                return (try #require(WebDAVCursor(page.cursor)), asked)
            default: throw FeedError(.network, "unexpected \(action)")
            }
        }
    }

    private static func part(_ members: [WebDAVMember]) -> WebDAVPart {
        WebDAVPart(members: members, end: WebDAVPart.End(time: 1_000))
    }

    private static func folder(_ path: String) -> WebDAVMember {
        var folder = WebDAVMember(path: path)
        folder.hasProperties = true
        folder.isFolder = true
        return folder
    }

    private static func file(_ change: (inout WebDAVMember) -> Void = { _ in }) -> WebDAVMember {
        var file = WebDAVMember(path: "/x/a.jpg")
        file.hasProperties = true
        change(&file)
        return file
    }

    @Test func aListingSeesWhatTheServerCan() throws {
        let plain = try cursor(file: Self.file()).cursor.memory.abilities
        #expect(
            plain.words == ["-reports", "-infinity", "-tags", "-ids", "-checksums", "-previews"])
        var root = Self.folder("")
        root.fileID = "1"
        root.hasPreview = false
        let file = Self.file {
            $0.tag = "t"
            $0.tagForm = .unquoted
            $0.contentHash = WebDAVChecksums.strongest("MD5:" + String(repeating: "0", count: 32))
        }
        let rich = try cursor(root: root, file: file, refusesInfinity: false)
        #expect(
            rich.cursor.memory.abilities.words == [
                "-reports", "+infinity", "+tags", "-quotes", "+ids", "+checksums", "+previews",
            ])
    }

    @Test func digestsAreRequestedUntilAFileHasNone() throws {
        let asked = try cursor(file: Self.file()).asked
        #expect(asked.map { $0.contains(.checksums) } == [true, true, true])
        let memory = try cursor(file: Self.file()).cursor.memory
        let next = try cursor(file: Self.file(), former: memory).asked
        #expect(next.map { $0.contains(.checksums) } == [false, false, false])
    }

    @Test func aServerWithIdentifiersIsAlwaysAskedForDigests() throws {
        var root = Self.folder("")
        root.fileID = "1"
        let first = try cursor(root: root, file: Self.file()).cursor.memory
        #expect(first.abilities[.checksums] == false)
        let asked = try cursor(root: root, file: Self.file(), former: first).asked
        #expect(asked.allSatisfy { $0.contains(.checksums) && $0.contains(.fileID) })
    }

    @Test func aCursorOfAnEarlierVersionHasNoAbilities() throws {
        let text = "webdav1\n+\nfollowing\n-\n-\n+tag\n1 2 3 4\nseen 5 ids"
        let cursor = try #require(WebDAVCursor(FeedCursor(rawValue: text)))
        #expect(cursor.memory.abilities == WebDAVAbilities())
        #expect(cursor.memory.hasFileIDs && cursor.memory.propagation == .seen)
        #expect(cursor.text.rawValue == text)
    }

    @Test func unknownWordsOfACursorHaveNoEffect() {
        let words = ["+ranges", "-telepathy", "-search", "x"].map { Substring($0) }
        #expect(WebDAVAbilities(words: words).words == ["+ranges", "-search"])
    }

    @Test(arguments: [
        (86_399, true), (86_400, false), (-1, false),
    ])
    func aTagIsTrustedForADay(_ age: Int64, _ isTrusted: Bool) {
        var memory = WebDAVMemory()
        memory.propagation = .seen
        memory.tag = "t"
        memory.listed = 1_000_000
        #expect(memory.isUnchanged(tag: "t", now: 1_000_000 + age) == isTrusted)
        #expect(!memory.isUnchanged(tag: "u", now: 1_000_000))
        #expect(!memory.isUnchanged(tag: "t", now: nil))
    }

    /// After a day, everything is listed; a change that the tag has not shown ends the trust.
    @Test func aDailyListingRefutesATagThatHidesAChange() throws {
        let root = {
            var root = Self.folder("")
            root.tag = "t"
            return root
        }()
        var memory = try cursor(root: root, file: Self.file()).cursor.memory
        memory.propagation = .seen
        let known = WebDAVCursor(folder: "", position: .following, memory: memory)
        for (now, changes) in [(1_000 + 86_399, false), (1_000 + 86_400, true)] as [(Int64, Bool)] {
            var listing = WebDAVListing(of: "", former: nil, pageLimit: 100)
            _ = listing.start(at: known)
            var actions = listing.received(
                WebDAVPart(members: [root], end: WebDAVPart.End(time: now)))
            guard changes else {
                #expect(actions.last == .complete)
                continue
            }
            #expect(actions == [.request(.list("", .everything))])
            actions = listing.received(
                WebDAVPart(
                    members: [root, Self.folder("/x"), Self.file { $0.length = 7 }],
                    end: WebDAVPart.End(time: now)))
            guard case .fail(let error)? = actions.last else {
                Issue.record("the change was not seen: \(actions)")
                return
            }
            #expect(error.code == .cursorReset)
            #expect(listing.former?.propagation == .refuted)
        }
    }
}
