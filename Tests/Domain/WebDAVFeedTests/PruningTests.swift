import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import WebDAVFeed

/// Walks that leave out the folders whose tags are unchanged.
@Suite struct PruningTests {
    private let scheduler = VirtualScheduler()
    private static let nextDay = "Mon, 07 Nov 1994 08:49:37 GMT"

    /// A library whose server has shown that the tags of folders propagate.
    private func library(
        frozen: [String: String] = [:]
    ) throws -> (fixture: WebDAVFixture, library: ModelLibrary) {
        let fixture = WebDAVFixture(
            WebDAVFixture.Abilities(description: "propagating tags", propagates: true))
        fixture.frozenTags = frozen
        fixture.tree.write(
            "/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/x/w/f.jpg", "/z/d.jpg", "/z/v/e.jpg")
        let library = ModelLibrary(fixture, on: scheduler)
        #expect(try library.run() == .completed)
        fixture.tree.write("/x/y/0.jpg")
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
        return (fixture, library)
    }

    @Test func aChangedRunListsTheChangedFoldersAlone() throws {
        let (fixture, library) = try library()
        #expect(library.position?.memory.propagation == .seen)
        fixture.tree.write("/x/y/new.jpg")
        #expect(try library.run() == .completed)
        #expect(
            library.lastRequests == [
                "PROPFIND 0 ", "PROPFIND 0 ", "PROPFIND 1 ", "PROPFIND 1 /x", "PROPFIND 1 /x/y",
            ])
        #expect(library.lastChanges.contains(.unchanged(pathKey: "/z")))
        #expect(library.lastChanges.contains(.unchanged(pathKey: "/x/w")))
        #expect(library.revisions == library.expected)
        // The next run is a single request, and the one after it prunes again.
        #expect(try library.run() == .completed)
        #expect(library.lastRequests == ["PROPFIND 0 "])
        fixture.tree.remove("/z/v")
        fixture.tree.move("/x/b.jpg", to: "/n/o/b.jpg")
        #expect(try library.run() == .completed)
        #expect(library.lastRequests.contains("PROPFIND 1 /n/o"))
        #expect(!library.lastRequests.contains("PROPFIND 1 /x/y"))
        #expect(library.revisions == library.expected)
    }

    @Test func theFoldersOfAPrunedWalkEqualThoseOfAFullOne() throws {
        let (fixture, library) = try library()
        fixture.tree.write("/x/y/new.jpg", "/x/u/g.jpg")
        #expect(try library.run() == .completed)
        #expect(library.lastChanges.contains(.unchanged(pathKey: "/z")))
        let other = ModelLibrary(fixture, on: scheduler)
        #expect(try other.run() == .completed)
        let (pruned, full) = (library.position?.memory, other.position?.memory)
        #expect(pruned?.near == full?.near && pruned?.deep == full?.deep)
        #expect(pruned?.tag == full?.tag)
        let folders = try #require(pruned?.folders)
        #expect(Set(folders.folders) == Set(full?.folders?.folders ?? []))
        #expect(folders.folders.count == 7)
    }

    // MARK: Tags that lie

    /// The tag of one folder stays the same, so the tags of its ancestors prove nothing.
    @Test func aFolderWhoseTagNeverChangesPreventsPruning() throws {
        let (fixture, library) = try library(frozen: ["/x": "constant"])
        #expect(library.position?.memory.propagation == .refuted)
        for number in 1...3 {
            fixture.tree.write("/x/y/\(number).jpg")
            #expect(try library.run() == .completed)
            #expect(library.lastRequests.contains("PROPFIND 1 /z"))
            #expect(library.revisions == library.expected)
        }
    }

    /// A server may hide changes later, as Nextcloud does for some shares.
    @Test(arguments: [true, false])
    func aTagThatBeginsToLieIsFoundByTheDailyWalk(_ changesRoot: Bool) throws {
        let (fixture, library) = try library()
        let tag = try #require(fixture.tree.folderTags["/x"])
        fixture.frozenTags = ["/x": "\(tag)"]
        fixture.tree.write("/x/y/hidden.jpg")
        #expect(try library.run() == .completed)
        #expect(library.lastChanges.contains(.unchanged(pathKey: "/x")))
        #expect(library.revisions["/x/y/hidden.jpg"] == nil)
        #expect(library.revisions["/x/y/c.jpg"] != nil, "a tag that lies removes nothing")

        fixture.date = Self.nextDay
        if changesRoot { fixture.tree.write("/z/v/new.jpg") }
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
        #expect(library.position?.memory.propagation == .refuted)
        fixture.tree.write("/x/y/late.jpg")
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
    }

    /// A walk that prunes does not renew the trust in tags.
    @Test func everythingIsListedOnceADay() throws {
        let (fixture, library) = try library()
        for day in ["Sun, 06 Nov 1994 23:59:59 GMT", "Mon, 07 Nov 1994 08:49:36 GMT"] {
            fixture.date = day
            fixture.tree.write("/x/y/new.jpg")
            #expect(try library.run() == .completed)
            #expect(!library.lastRequests.contains("PROPFIND 1 /z"), "\(day)")
        }
        fixture.date = Self.nextDay
        fixture.tree.write("/x/y/new.jpg")
        #expect(try library.run() == .completed)
        #expect(library.lastRequests.contains("PROPFIND 1 /z"))
        #expect(library.position?.memory.propagation == .seen)
        fixture.tree.write("/x/y/new.jpg")
        #expect(try library.run() == .completed)
        #expect(!library.lastRequests.contains("PROPFIND 1 /z"))
    }

    /// Shares that overlap have one file at two paths, of which a library keeps one.
    @Test func aFileWithTwoPathsStaysWhenOneIsRemoved() throws {
        let fixture = WebDAVFixture(
            WebDAVFixture.Abilities(description: "shares", propagates: true, hasFileIDs: true))
        fixture.tree.write("/Album/Trip/p.jpg", "/Trip/p.jpg", "/x/y/a.jpg")
        let first = try #require(fixture.tree.files["/Album/Trip/p.jpg"]).number
        let second = try #require(fixture.tree.files["/Trip/p.jpg"]).number
        let library = ModelLibrary(fixture, on: scheduler)
        func run() throws -> ModelLibrary.End {
            try library.run { request, answer in
                guard request == "PROPFIND 1 /Trip" else { return }
                let text = String(decoding: answer.body, as: UTF8.self)
                let end = "</oc:fileid>"
                answer.body = Array(
                    text.replacing(">\(second)\(end)", with: ">\(first)\(end)").utf8)
            }
        }
        #expect(try run() == .completed)
        fixture.tree.write("/x/y/b.jpg")
        #expect(try run() == .completed)
        #expect(library.position?.memory.propagation == .seen)
        #expect(library.revisions["/Album/Trip/p.jpg"] == nil)
        fixture.tree.remove("/Trip")
        #expect(try run() == .completed)
        #expect(library.revisions == library.expected)
    }

    // MARK: Interrupted walks

    @Test func aKilledWalkThatPrunesBeginsAgainAndPrunes() throws {
        let (fixture, library) = try library()
        fixture.tree.write((0..<8).map { "/x/y/n\($0).jpg" } + ["/z/v/n.jpg"])
        #expect(try library.run(killedAfter: 2) == .killed)
        fixture.tree.write("/x/y/late.jpg")
        #expect(try library.run() == .completed)
        #expect(!library.lastRequests.contains("PROPFIND 1 /x/w"))
        #expect(library.revisions == library.expected)
    }

    /// The tag of a folder that a killed walk has sent is that of an older content.
    @Test func aContentThatComesBackAfterAKilledWalkIsListed() throws {
        let (fixture, library) = try library()
        let tag = try #require(fixture.tree.folderTags["/x/y"])
        let former = library.revisions
        fixture.tree.write((0..<8).map { "/x/y/n\($0).jpg" })
        #expect(try library.run(killedAfter: 3) == .killed)
        #expect(library.revisions != former)
        for number in 0..<8 { fixture.tree.remove("/x/y/n\(number).jpg") }
        fixture.frozenTags = ["/x/y": "\(tag)"]
        #expect(try library.run() == .completed)
        #expect(library.revisions == former)
    }

    /// Any changes, kills and failures leave the library equal to the server after a complete run,
    /// and lose nothing before it.
    @Test(arguments: WebDAVFixture.Abilities.all, 0..<12 as Range<UInt64>)
    func anyRunsLeaveWhatTheServerHas(_ abilities: WebDAVFixture.Abilities, _ seed: UInt64) throws {
        var random = Generator(state: seed)
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
        let library = ModelLibrary(fixture, on: scheduler)
        for round in 0..<30 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                // The fixture reports a folder that was removed and made again as it is now.
                change(fixture.tree, removesFolders: !abilities.reportsChanges, &random)
            }
            let (before, present) = (library.revisions, library.expected)
            // A change before the place of a stop is found by the run after the one that continues.
            let isContinued =
                if case .listing(_?, isPartial: false)? = library.position?.position { true } else {
                    false
                }
            let failing =
                Int.random(in: 0..<4, using: &random) == 0 ? path(1...3, &random) : nil
            let end = try library.run(
                killedAfter: Bool.random(using: &random)
                    ? .max : Int.random(in: 1...6, using: &random)
            ) { request, answer in
                if let failing, request == "PROPFIND 1 \(failing)" { answer = StubResponse(500) }
            }
            let place = "seed \(seed), round \(round): \(end) \(library.lastRequests)"
            if end == .completed, !isContinued {
                let unlisted = library.unlisted.isEmpty ? nil : failing.map { $0 + "/" }
                func listed(_ photos: [String: String]) -> [String: String] {
                    photos.filter { path, _ in unlisted.map { !path.hasPrefix($0) } ?? true }
                }
                #expect(listed(library.revisions) == listed(present), "\(place)")
            }
            for path in before.keys where present[path] != nil {
                #expect(library.revisions[path] != nil, "\(path) is lost in \(place)")
            }
        }
        for _ in 0..<2 { #expect(try library.run() == .completed) }
        #expect(library.revisions == library.expected)
    }

    private func change(
        _ tree: ScriptedTree, removesFolders: Bool, _ random: inout Generator
    ) {
        let file = tree.files.keys.sorted().randomElement(using: &random)
        let other = path(0...3, &random) + "/\(Int.random(in: 0..<4, using: &random)).jpg"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: if let file { tree.remove(file) }
        case 1 where removesFolders: tree.remove(path(1...2, &random))
        case 2: if let file, tree.files[other] == nil { tree.move(file, to: other) }
        default: tree.write(other)
        }
    }

    /// The path of a folder of this depth.
    private func path(_ depth: ClosedRange<Int>, _ random: inout Generator) -> String {
        (0..<Int.random(in: depth, using: &random)).map { _ in
            "/" + (["x", "y", "z", "x0"].randomElement(using: &random) ?? "x")
        }.joined()
    }
}

/// A generator of random numbers that repeats its numbers for a seed (SplitMix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Folders in a cursor.
@Suite struct FoldersTests {
    private func folders(_ tags: [String: String?]) -> WebDAVFolders {
        var folders = WebDAVFolders()
        // A walk lists everything below a folder before the folders beside it.
        let order = { (path: String) in path.replacing("/", with: "\u{1}") }
        for (path, tag) in tags.sorted(by: { order($0.key) < order($1.key) }) {
            var member = WebDAVMember(path: path + "/a.jpg")
            member.tag = tag
            var digest = WebDAVDigest()
            digest.insert(member)
            folders.append(path, tag: tag, digest: digest)
        }
        return folders
    }

    @Test func aSubtreeEndsAtTheNextFolderBesideIt() throws {
        let all = folders(["": "1", "/a": "2", "/a/b": "3", "/a/b/c": nil, "/a-": "4", "/d": "5"])
        #expect(all.subtree(at: "/a", tag: "2")?.count == 3)
        #expect(all.subtree(at: "/d", tag: "5")?.count == 1)
        #expect(all.subtree(at: "", tag: "1")?.count == 6)
        #expect(all.subtree(at: "/a/b/c", tag: nil) == nil)
        #expect(all.subtree(at: "/a", tag: "3") == nil)
        #expect(all.subtree(at: "/e", tag: "1") == nil)
    }

    @Test func aCursorContainsTheFolders() throws {
        var memory = WebDAVMemory()
        memory.tag = "t"
        memory.folders = folders(["": "1", "/a": "2", "/a/b": nil])
        let cursor = WebDAVCursor(folder: "", position: .following, memory: memory)
        #expect(WebDAVCursor(cursor.text) == cursor)
        let listing = WebDAVCursor(
            folder: "", position: .listing(after: nil, isPartial: true), memory: WebDAVMemory(),
            former: memory)
        #expect(WebDAVCursor(listing.text) == listing)
    }

    @Test(arguments: [
        "folders 0:1", "folders 0:1:2:3:-", "folders -1:1:2:3:4", "folders 0:1:2:3:4:5",
        "folders 0::2:3:4", "folders 0:1:?:3:4",
    ])
    func aDamagedLineOfFoldersIsRefused(_ line: String) {
        let cursor = WebDAVCursor(folder: "", position: .following, memory: WebDAVMemory())
        let text = "\(cursor.text.rawValue)\n\(line)"
        #expect(WebDAVCursor(FeedCursor(rawValue: text)) == nil)
    }

    @Test func aChangedFolderBelowAnEqualTagRefutesTheTags() {
        let former = folders(["": "1", "/a": "2", "/a/b": "3"])
        #expect(folders(["": "1", "/a": "2", "/a/b": "3"]).evidence(since: former) == .unknown)
        #expect(folders(["": "9", "/a": "9", "/a/b": "9"]).evidence(since: former) == .seen)
        #expect(folders(["": "9", "/a": "2", "/a/b": "9"]).evidence(since: former) == .refuted)
        #expect(folders(["": "9", "/a": nil, "/a/b": "9"]).evidence(since: former) == .refuted)
    }
}
