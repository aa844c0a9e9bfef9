import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import Duplicates

@Suite struct DuplicateSearchTests {
    private typealias Kind = DuplicateSearch.Kind

    /// The kinds of the groups with the names of their members.
    private func groups(
        _ libraries: [LibraryStub], limit: Int = 1_000, step: Int = 2,
        where isSelected: @escaping (MergedItem) -> Bool = { _ in true }
    ) throws -> [String] {
        let search = DuplicateSearch(of: libraries, limit: limit, where: isSelected)
        var steps = 0
        while !search.advance(by: step) {
            steps += 1
            try #require(steps < 100_000)
        }
        return search.groups.map { group in
            let names = group.members.map { "\($0.library)/\($0.id.rawValue.dropFirst(3))" }
            return "\(group.kind.rawValue) " + names.joined(separator: " ")
        }
    }

    @Test func filesWithEqualContentAreAGroupWhoseBestIsFirst() throws {
        let library = Samples.library([
            Samples.photo("small", at: 10, content: 1, size: 5),
            Samples.photo("best", at: 90, content: 1, size: 5, pixels: 100),
            Samples.photo("old", at: 5, content: 1, size: 5),
            Samples.photo("other", at: 10, content: 2, size: 5),
        ])
        #expect(try groups([library]) == ["exact 0/best 0/old 0/small"])
    }

    @Test func theGroupWithTheMostBytesIsFirst() throws {
        let library = Samples.library([
            Samples.photo("a", at: 1, content: 1, size: 10),
            Samples.photo("b", at: 2, content: 1, size: 10),
            Samples.photo("c", at: 3, content: 2, size: 900),
            Samples.photo("d", at: 4, content: 2, size: 900),
        ])
        #expect(try groups([library]) == ["exact 0/c 0/d", "exact 0/a 0/b"])
    }

    @Test func theBytesOfCopiesAreAtMostTheLargestNumber() {
        let library = Samples.library(
            ["a", "b", "c"].map { Samples.photo($0, at: 1, content: 1, size: .max) })
        let search = DuplicateSearch(of: [library])
        while !search.advance(by: 10) {}
        #expect(search.groups.map(\.copiedBytes) == [Int64.max])
    }

    @Test func filesWithoutHashesAreComparedBySizeAndDate() throws {
        let library = Samples.library([
            Samples.photo("a", at: 10, size: 50), Samples.photo("b", at: 10, size: 50),
            Samples.photo("c", at: 11, size: 50), Samples.photo("d", at: 10, size: 51),
        ])
        #expect(try groups([library]) == ["alike 0/a 0/b"])
    }

    @Test func filesWithOtherHashesAreNotAlike() throws {
        let library = Samples.library([
            Samples.photo("a", at: 10, content: 1), Samples.photo("b", at: 10, content: 2),
        ])
        #expect(try groups([library]) == [])
        let mixed = Samples.library([
            Samples.photo("a", at: 10, content: 1), Samples.photo("b", at: 10, content: 2),
            Samples.photo("c", at: 10), Samples.photo("d", at: 10, content: 1),
        ])
        // One of the equal files represents both.
        #expect(try groups([mixed]) == ["alike 0/a 0/b 0/c", "exact 0/a 0/d"])
    }

    @Test func copiesInSeveralLibrariesAreFoundInTheSelection() throws {
        let libraries = [
            Samples.library([Samples.photo("a", at: 10, content: 1)]),
            Samples.library([
                Samples.photo("b", at: 10, content: 1), Samples.photo("c", at: 99, content: 1),
            ]),
        ]
        #expect(try groups(libraries) == ["exact 0/a 1/b 1/c"])
        #expect(try groups(libraries) { $0.libraries.contains(1) } == ["exact 1/b 1/c"])
        #expect(try groups(libraries) { $0.libraries.contains(0) } == [])
        #expect(try groups(libraries) { $0.item.node.name == "c" } == [])
    }

    @Test func theNumberOfKeptItemsIsLimited() throws {
        let library = Samples.library(
            (0..<100).map { Samples.photo("p\($0)", at: Int64($0), content: $0 / 2) })
        let search = DuplicateSearch(of: [library], limit: 10)
        while !search.advance(by: 7) {}
        #expect(search.isTruncated)
        #expect(search.groups.reduce(0) { $0 + $1.members.count } == 10)
        #expect(search.isComplete)
    }

    @Test func theStepsDoNotChangeTheResult() throws {
        let photos = (0..<2_000).map {
            Samples.photo("p\($0)", at: Int64($0 % 70), content: $0 % 3 == 0 ? $0 % 90 : nil)
        }
        let library = Samples.library(photos)
        let whole = try groups([library], limit: 100_000, step: 100_000)
        #expect(whole.count > 50)
        for step in [1, 511, 512, 513] {
            #expect(try groups([library], limit: 100_000, step: step) == whole, "\(step)")
        }
    }
}
