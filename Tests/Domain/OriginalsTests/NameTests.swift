import Foundation
import PhotoFeed
import Testing

@testable import Originals

@Suite("Names of originals")
struct NameTests {
    @Test(arguments: [
        ("photo.jpg", "photo.jpg"), ("..", "_"), (".", "_"), ("", "_"), (".hidden", "_hidden"),
        ("a/b\\c:d.jpg", "a_b_c_d.jpg"), ("tab\tnew\nline.jpg", "tab_new_line.jpg"),
        ("gpj.\u{202E}exe", "gpj._exe"), ("trailing. . ", "trailing"), ("  x.jpg", "x.jpg"),
        ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("com1.jpg", "_com1.jpg"), ("com10", "com10"),
        ("e\u{301}.jpg", "\u{E9}.jpg"), ("zero\u{200B}width", "zero_width"),
        ("line\u{2028}end", "line_end"), ("-rf", "-rf"), ("NUL.\u{301}", "_NUL.\u{301}"),
        ("../\u{301}x.jpg", "_._\u{301}x.jpg"),
        // Joiners stay where they change what is displayed.
        ("👨\u{200D}👩\u{200D}👧.jpg", "👨\u{200D}👩\u{200D}👧.jpg"),
        ("🏳\u{FE0F}\u{200D}🌈.jpg", "🏳\u{FE0F}\u{200D}🌈.jpg"),
        ("👩🏽\u{200D}⚕\u{FE0F}.jpg", "👩🏽\u{200D}⚕\u{FE0F}.jpg"),
        ("می\u{200C}خواهم.jpg", "می\u{200C}خواهم.jpg"),
        ("क्\u{200D}ष.jpg", "क्\u{200D}ष.jpg"), ("श्री\u{200D}.jpg", "श्री_.jpg"),
        ("pho\u{200D}to.jpg", "pho_to.jpg"), ("\u{200D}👩.jpg", "_👩.jpg"),
        ("1\u{200D}👩.jpg", "1_👩.jpg"), ("👨\u{200C}👩.jpg", "👨\u{200C}👩.jpg"),
        ("👨\u{200D}\u{200D}👩.jpg", "👨__👩.jpg"), ("می\u{2060}خ.jpg", "می_خ.jpg"),
    ])
    func aHostileNameBecomesAPlainOne(_ name: String, _ expected: String) {
        #expect(SafeName.component(name).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    /// Two such names look the same, and some systems ignore the difference.
    @Test func namesThatDifferInJoinersAloneGetDifferentPaths() {
        var table = PathTable()
        let names = ["می\u{200C}خواهم", "میخواهم", "می\u{200D}خواهم"].map { $0 + ".jpg" }
        let paths = names.enumerated().map { number, name in
            table.assign([SafeName.component(name)], to: NodeID(rawValue: "\(number)"))
        }
        #expect(paths[0].unicodeScalars.elementsEqual(names[0].unicodeScalars))
        let visible = paths.map { $0.unicodeScalars.filter { $0.value >> 1 != 0x200C >> 1 } }
        #expect(Set(visible.map { String(String.UnicodeScalarView($0)) }).count == 3)
    }

    @Test func theFilesOfALivePhotoWithALongNameKeepOneStem() {
        let stem = String(repeating: "ä", count: 100)
        let names = [".HEIC", ".MOV", ".jpg"].map { SafeName.component(stem + $0) }
        #expect(Set(names.map { SafeName.split($0).stem }).count == 1)
    }

    // Each white space at the beginning was removed by a move of the rest.
    @Test(.timeLimit(.minutes(1)))
    func aNameOfMuchWhiteSpaceIsTrimmedAtOnce() {
        #expect(SafeName.component(String(repeating: " ", count: 3_000_000) + "x.jpg") == "x.jpg")
        #expect(SafeName.component(" \u{3000} ") == "_")
    }

    @Test func aLongNameKeepsItsExtensionAndFits() {
        let name = SafeName.component(String(repeating: "ä", count: 300) + ".jpeg")
        #expect(name.utf8.count <= SafeName.limit)
        #expect(name.hasSuffix(".jpeg"))
        #expect(
            SafeName.adding("~" + String(repeating: "0", count: 64), to: name).utf8.count <= 255)
    }

    private static let count =
        ProcessInfo.processInfo.environment["HOSTILE_NAMES"].flatMap(Int.init) ?? 20_000

    // icloudpd#154, icloudpd#328: photos with the same name overwrote each other.
    @Test func hostileNamesAreMappedOneToOneAndTheSameInEveryRun() {
        let pieces = [
            "a", "A", "ß", "ss", "SS", "é", "e\u{301}", "ﬁ", "fi", "/", "..", ".", " ", "\u{202E}",
            "\0", "\n", "con", "~", "x.jpg", "X.JPG", "\u{1F600}", "😀", "İ", "i", "\u{301}",
            "\u{D4E}", "\u{200D}", "\u{200C}", "ی",
        ]
        func paths() -> [String] {
            var random = SplitMix(state: 7)
            var table = PathTable()
            return (0..<Self.count).map { number in
                let name = (0..<Int.random(in: 1...4, using: &random))
                    .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
                let folder = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                return table.assign(
                    [SafeName.component(folder), SafeName.component(name)],
                    to: NodeID(rawValue: "id:\(number)"))
            }
        }
        let first = paths()
        #expect(Set(first.map(SafeName.key)).count == first.count)
        #expect(first == paths())
        let folders = Set(first.map { SafeName.key(SafeName.components(of: $0)[0]) })
        #expect(folders.isDisjoint(with: first.map(SafeName.key)))
        for path in first {
            let components = SafeName.components(of: path)
            #expect(components.count == 2)
            for component in components {
                #expect(component != "." && component != ".." && !component.isEmpty)
                #expect(component.utf8.count <= 255 && !component.utf8.contains(0))
            }
        }
    }

    @Test func aClashGetsDigitsOfTheIdentifier() {
        var table = PathTable()
        #expect(table.assign(["2024", "a.jpg"], to: NodeID(rawValue: "1")) == "2024/a.jpg")
        let digits = OriginalDigits.of(NodeID(rawValue: "2"), count: 8)
        #expect(
            table.assign(["2024", "A.JPG"], to: NodeID(rawValue: "2")) == "2024/A~\(digits).JPG")
        #expect(table.assign(["2024"], to: NodeID(rawValue: "3")).hasPrefix("2024~"))
        #expect(
            table.assign(["2024", "a.jpg", "b.jpg"], to: NodeID(rawValue: "4"))
                == "2024/a.jpg~/b.jpg")
    }

    @Test func aLayoutHasItsTokens() throws {
        let item = item("id:1", path: "/Trip/Day 1/IMG.JPG", date: "2024-05-31T14:04:05Z")
        func path(_ layout: String) throws -> String {
            try OriginalLayout(layout).path(of: item, account: "ada").joined(separator: "/")
        }
        #expect(try path(OriginalLayout.standard) == "2024/05/IMG.JPG")
        #expect(
            try path("{account}/{kind}/{year}-{month}-{day}/{folder}/{stem}")
                == "ada/photo/2024-05-31/Trip/Day 1/IMG")
        #expect(try path("{folder}-{stem}.{ext}") == "Trip_Day 1-IMG.JPG")
        let digits = OriginalDigits.of(item.node.id, count: 8)
        #expect(try path("x//{id8}") == "x/\(digits)")
        #expect(try path(".hidden") == "_hidden")
    }

    // U+0301 is one `Character` with the text before it, and U+0D4E with the text after it.
    @Test func aSlashOrDotBesideACombiningMarkDividesAName() throws {
        let item = item("id:1", path: "/Trip/\u{301}Day\u{D4E}/\u{301}a\u{D4E}.JPG")
        let path = try OriginalLayout("{year}/{folder}/{id8}\u{301}/{stem}-1.{ext}")
            .path(of: item, account: "ada")
        let digits = OriginalDigits.of(item.node.id, count: 8)
        #expect(
            path == [
                "2024", "Trip", "\u{301}Day\u{D4E}", "\(digits)\u{301}", "\u{301}a\u{D4E}-1.JPG",
            ])
        #expect(SafeName.components(of: path.joined(separator: "/")) == path)
        var table = PathTable()
        table.take("2024/\u{301}a.jpg")
        #expect(table.contains("2024"))
    }

    @Test(arguments: [
        "", "/", "/abs/{stem}", "../{stem}", "a/../b", "{years}", "{stem", "a/./b",
        "/\u{301}a/{stem}", "../\u{301}a", String(repeating: "x", count: 1_025),
    ])
    func aLayoutThatIsNotValidIsRefused(_ layout: String) {
        #expect(throws: LayoutError.self) { try OriginalLayout(layout) }
    }

    @Test(arguments: [
        ("*.jpg", "/a/b.JPG", true), ("*.jpg", "/a/b.png", false), ("/a/*", "/a/b/c.jpg", false),
        ("/a/**", "/a/b/c.jpg", true), ("a/*.jpg", "/a/b.jpg", true), ("?.jpg", "/x.jpg", true),
        ("?.jpg", "/xy.jpg", false), ("**/b/*", "/a/b/c", true), ("*", "/a/b", true),
        ("b", "/a/b", true), ("/b", "/a/b", false), ("/a*b", "/a/b", false),
        ("/a/*", "/a/\u{301}b.jpg", true), ("/*", "/a/\u{301}b.jpg", false),
        ("\u{301}b.jpg", "/a/\u{301}b.jpg", true), ("*\u{301}b.jpg", "/a/\u{301}b.jpg", true),
    ])
    func aPatternMatchesPaths(_ pattern: String, _ path: String, _ isMatch: Bool) {
        #expect(PathPattern(pattern).matches(path) == isMatch)
    }

    @Test func aPatternOfManyStarsTakesNoLongTime() {
        let pattern = PathPattern(String(repeating: "*a", count: 50) + "b")
        #expect(!pattern.matches("/" + String(repeating: "a", count: 500)))
    }
}

/// A generator with a fixed sequence.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

/// An item of a feed, with the content hash of `content`.
func item(
    _ id: String, path: String, date: String = "2024-05-31T14:04:05Z", content: [UInt8] = [],
    revision: String = "1", hasHash: Bool = true
) -> FeedItem {
    let time = FeedTime(date) ?? FeedTime(secondsSinceEpoch: 0)
    var hash = BlockHash()
    content.withUnsafeBytes { hash.update($0) }
    let node = MediaNode(
        id: NodeID(rawValue: id), name: SafeName.components(of: path).last ?? "",
        pathKey: path.lowercased(), pathDisplay: path, revision: revision,
        size: Int64(content.count),
        contentHash: hasHash ? BlockHash.content(of: hash.blocks) : nil, clientModified: time,
        serverModified: time)
    return FeedItem(node: node, displayPath: path, thumbnail: .pending)
}
