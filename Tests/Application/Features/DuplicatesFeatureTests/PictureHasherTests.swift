import CommandLineProgram
import Duplicates
import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Pictures
import Processes
import Scheduling
import Testing

@testable import DuplicatesFeature

/// The hashes of pictures, which other processes make.
@Suite struct PictureHasherTests {
    /// A process of the same form, which answers with the length of each picture as its width.
    ///
    /// It ends at a picture of three bytes, and does not know one of two bytes.
    private static let script = """
        import sys
        print("ready", flush=True)
        while head := sys.stdin.buffer.read(4):
            data = sys.stdin.buffer.read(int.from_bytes(head, "big"))
            if len(data) == 3: sys.exit(9)
            print("-" if len(data) == 2 else f"{len(data)} 1 1 2 3 4", flush=True)
        """

    private static let hasher = running(["python3", "-c", script])

    /// A hasher that runs a command in the place of this program.
    private static func running(_ command: [String]) -> PictureHasher {
        // Not a script in the place of a program, which would start processes.
        let folders = "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin"
        let path = ConfinedProgram.path(of: command[0], in: folders) ?? command[0]
        return PictureHasher(
            ConfinedProgram(path: path), arguments: Array(command.dropFirst()))
    }

    private func widths(_ lengths: [Int]) async throws -> [UInt16?] {
        let pictures = lengths.map { [UInt8](repeating: 1, count: $0) }
        return try await Self.hasher.facts(of: pictures).map { $0?.width }
    }

    @Test(
        arguments: [
            ([], []), ([5], [5]), ([2], [nil]), ([1, 2, 4], [1, nil, 4]), ([3], [nil]),
            ([3, 3, 3], [nil, nil, nil]), ([5, 3, 6, 3, 7], [5, nil, 6, nil, 7]),
            ([60_000, 3], [60_000, nil]),
        ] as [([Int], [UInt16?])])
    func aProcessThatEndsLeavesOutOnePicture(_ lengths: [Int], _ found: [UInt16?]) async throws {
        #expect(try await widths(lengths) == found)
    }

    @Test(arguments: [["true"], ["sh", "-c", "echo other"], ["/nonexistent/program"]])
    func aProcessThatCannotDecodeEndsTheCommand(_ command: [String]) async throws {
        await #expect(throws: ProgramError.self) {
            try await Self.running(command).facts(of: [[1], [2]])
        }
    }

    @Test func aProcessHasLimits() async throws {
        // The answer has the limits of the process: seconds, memory in 1,000 KiB, and files.
        let script = """
            import resource
            def limit(name): return resource.getrlimit(getattr(resource, 'RLIMIT_' + name))[0]
            print('ready')
            print(limit('CPU'), limit('AS') // 1024000, limit('FSIZE'), 0, 0, 0)
            print(1, 1, limit('FSIZE'), limit('CORE'), 0, 0)
            """
        let hasher = Self.running(["python3", "-c", script])
        let facts = try await hasher.facts(of: [[1], [2]])
        #expect(facts[0]?.width == 20 && facts[0]?.height == 2_000)
        #expect(facts[1]?.rotations.map(\.bits) == [0, 0, 0, 0])
    }

    /// The drawn photo of a scene.
    private func photo(_ scene: UInt64) -> [UInt8] {
        let maker = PhotoMaker()
        return maker.head(scene: scene) + maker.tail(text: [], comment: [])
    }

    private func thumbnail(
        _ bytes: [UInt8], _ edge: Int, quality: Int = 80
    ) throws -> [UInt8] {
        try Picture.thumbnail(
            of: bytes, in: PictureSize(width: edge, height: edge), mode: .bestFit,
            format: .jpeg, quality: quality)
    }

    @Test func smallerAndCompressedPicturesAreFoundAndOthersAreNot() throws {
        try Picture.requireLibrary()
        var pictures: [NearSearch.Picture] = []
        let scenes = 40
        let edits = 4
        for scene in 0..<scenes {
            let photo = photo(UInt64(scene))
            for bytes in [
                photo, try thumbnail(photo, 256), try thumbnail(photo, 128),
                try thumbnail(photo, 400, quality: 30),
            ] {
                let facts = try #require(HashPicturesCommand.facts(of: bytes))
                pictures.append(.init(rotations: facts.rotations, aspect: facts.aspect))
            }
        }
        var search = NearSearch(pictures)
        while !search.advance(by: 7) {}
        let groups = search.groups
        let found = groups.reduce(0) { sum, group in
            sum + group.dropFirst().count { $0 / edits == group[0] / edits }
        }
        let wrong = groups.reduce(0) { sum, group in
            sum + group.dropFirst().count { $0 / edits != group[0] / edits }
        }
        #expect(Double(found) >= 0.95 * Double(scenes * (edits - 1)), "\(found)")
        #expect(wrong * 100 <= found, "\(wrong) of \(found)")
    }

    @Test func bytesOfAStrangerAreNoPicture() {
        for bytes in [[], [1], Array("<svg/>".utf8), [0xFF, 0xD8, 0xFF, 0xE0]] as [[UInt8]] {
            #expect(HashPicturesCommand.facts(of: bytes) == nil)
        }
    }

    @MainActor @Test func theHashesAreMadeOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/near-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = LibraryStub(items: [
            item("a", content: 1, checksum: 1), item("b", content: 2, checksum: 2),
            item("c", content: 3, checksum: 3),
        ])
        library.pictures = [
            library.items[0].node.id: photo(1),
            library.items[1].node.id: try thumbnail(photo(1), 256),
            library.items[2].node.id: photo(2),
        ]
        func search() throws -> (pictures: Int, names: [[String]]) {
            let list = AccountsDuplicates(
                [.init(name: "one", reader: library, folder: folder)], kinds: [.near])
            while try !list.readPictures() {}
            var pictures = 0
            while let batch = list.nextBatch() {
                pictures += batch.pictures.count
                list.store(batch.pictures.map { HashPicturesCommand.facts(of: $0) }, of: batch)
            }
            #expect(list.keep().isEmpty)
            while try !list.advance() {}
            return (pictures, try list.groups(from: 0).map { $0.files.map(\.item.node.name) })
        }
        let first = try search()
        #expect(first.pictures == 3 && first.names == [["a", "b"]])
        let second = try search()
        #expect(second.pictures == 0 && second.names == [["a", "b"]])
        // Another version of a thumbnail is another picture.
        library.items[2] = item("c", content: 3, checksum: 4)
        #expect(try search().pictures == 1)
        // Files with equal content are not listed here.
        library.items[1] = item("b", content: 1, checksum: 2)
        #expect(try search().names.isEmpty)
    }

    private func item(_ name: String, content: Int, checksum: UInt64) -> FeedItem {
        let node = MediaNode(
            id: NodeID(rawValue: "id:" + name), name: name, pathKey: "/" + name, revision: "1",
            size: 9, contentHash: ContentHash(String(repeating: "0", count: 63) + "\(content)"),
            clientModified: FeedTime(secondsSinceEpoch: 0),
            serverModified: FeedTime(secondsSinceEpoch: 0))
        return FeedItem(
            node: node, displayPath: "/" + name,
            thumbnail: .stored(
                ThumbnailLocation(path: "pack", offset: 0, length: 5, checksum: checksum)))
    }
}
