import Foundation
import PhotoFeed
import SchedulingTestKit
import Testing

@testable import Originals

@Suite("Live photos among originals")
struct PairTests {
    private let fixture: OriginalsFixture

    init() throws { fixture = try OriginalsFixture() }

    /// The names without extensions of the files in the only folder.
    private var stems: [String: Int] {
        let names = fixture.files.map { name in
            let last = name.split(separator: "/").last ?? ""
            return String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)])
        }
        return Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    }

    // icloudpd#500, icloudpd#1065, kei#638: a suffix separated the files of a pair.
    @Test func bothFilesOfAPairGetASuffixOrNeitherDoes() throws {
        for folder in ["a", "b", "c"] {
            fixture.add("id:\(folder)1", "/\(folder)/IMG_1.HEIC")
            fixture.add("id:\(folder)2", "/\(folder)/IMG_1.MOV")
        }
        // Without its still picture, a movie gets a suffix alone.
        fixture.add("id:d", "/d/IMG_1.MOV")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 7)
        #expect(stems.values.sorted() == [1, 2, 2, 2], "\(fixture.files)")
        #expect(stems["IMG_1"] == 2)
        let files = fixture.files
        #expect(try #require(fixture.result(nil)).present == 7)
        #expect(fixture.files == files)
    }

    @Test(arguments: ["HEIC", "MOV"])
    func aStrangersFileRenamesBothFiles(taken: String) throws {
        fixture.add("id:1", "/IMG_1.HEIC")
        fixture.add("id:2", "/IMG_1.MOV")
        try fixture.write("mine", "2024/05/IMG_1.\(taken)")
        #expect(try #require(fixture.result(try fixture.choice)).downloaded == 2)
        #expect(stems.values.sorted() == [1, 2], "\(fixture.files)")
        #expect(stems["IMG_1"] == 1)
        #expect(fixture.content("2024/05/IMG_1.\(taken)") == "mine")
        let files = fixture.files
        #expect(try #require(fixture.result(nil)).present == 2)
        #expect(fixture.files == files)
    }

    @Test func pairsAcrossWindowsOfTheFeedStayTogether() throws {
        for number in 0..<1_500 {
            fixture.add("id:\(number)s", "/a/\(number).HEIC")
            fixture.add("id:\(number)m", "/a/\(number).MOV")
        }
        fixture.add("id:x1", "/b/700.HEIC")
        fixture.add("id:x2", "/b/700.MOV")
        _ = fixture.run(try fixture.choice)
        #expect(fixture.files.count == 3_002)
        #expect(stems.values.allSatisfy { $0 == 2 })
    }
}
