import Foundation
import LoopbackTestKit
import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import ServeFeature

/// The data that a page requests.
@Suite struct FeedRequestTests {
    /// The names of the items of a chunk.
    private func names(_ reply: [UInt8]) throws -> [String] {
        let items = try JSONSerialization.jsonObject(with: Data(reply)) as? [[Any]] ?? []
        return items.compactMap { $0.first as? String }
    }

    @Test func theMonthsAndTheItemsAreThoseOfTheFeed() async throws {
        try await withFeedServer { visitor async throws in
            let months = try await visitor.months()
            #expect(months.items == 3 && months.videos == 1)
            #expect(months.months == [.init("2024-06", 2), .init("2024-05", 1)])
            #expect(months.failures.isEmpty)
            let reply = try await visitor.get("/items/0?version=\(months.version)")
            #expect(try names(reply.body) == ["a.jpg", "b.mp4", "c.jpg"])
            let items = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [[Any]]
            let first = try #require(items?.first)
            #expect(first.count == 12)
            #expect(first[1] as? String == "0/aWQ6YS5qcGc/ab")
            #expect(first[2] as? Int == Int(Samples.june) + 100)
            #expect(first[9] as? String == "/Album")
            #expect(items?[1][3] as? Int == 1)
            #expect(try await visitor.get("/items/1?version=\(months.version)").status == 404)
        }
    }

    @Test func aThumbnailIsCachedForever() async throws {
        try await withFeedServer { visitor async throws in
            let path = "/thumbnails/0/aWQ6YS5qcGc/ab"
            let reply = try await visitor.get(path)
            #expect(reply.status == 200 && reply.body == Samples.jpeg(0))
            #expect(reply.headers["content-type"] == "image/jpeg")
            #expect(reply.headers["cache-control"] == "private, max-age=31536000, immutable")
            #expect(reply.headers["etag"] == "\"ab\"")
            let known = try await visitor.get(path, headers: ["If-None-Match": "\"x\", \"ab\""])
            #expect(known.status == 304 && known.body.isEmpty)
            let other = try await visitor.get(path, headers: ["If-None-Match": "\"x\""])
            #expect(other.status == 200)
            let head = try await visitor.get(path, method: "HEAD")
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers["content-length"] == "\(Samples.jpeg(0).count)")
        }
    }

    @Test func anAccountIsShownAlone() async throws {
        try await withFeedServer({
            [
                Samples.library([
                    Samples.photo("a", at: 30, content: 1), Samples.photo("b", at: 20),
                ]),
                Samples.library([
                    Samples.photo("A", at: 30, content: 1), Samples.photo("c", at: 10),
                ]),
            ]
        }) { visitor async throws in
            for (query, expected) in [
                ("", ["a", "b", "c"]), ("account=0", ["a", "b"]), ("account=1", ["a", "c"]),
                ("account=2", []), ("account=", ["a", "b", "c"]),
            ] {
                let months = try await visitor.months("?" + query)
                #expect(months.accounts == ["account 0", "account 1"])
                #expect(months.items == expected.count, "\(query)")
                let reply = try await visitor.get("/items/0?version=\(months.version)&\(query)")
                #expect(reply.status == (expected.isEmpty ? 409 : 200))
                if !expected.isEmpty { #expect(try names(reply.body) == expected, "\(query)") }
            }
            let months = try await visitor.months()
            let all = try await visitor.get("/items/0?version=\(months.version)")
            #expect(all.text.contains(#""account 0, account 1"]"#))
            for query in ["?account=-1", "?account=x", "?account=99999"] {
                #expect(try await visitor.get("/months" + query).status == 400)
            }
        }
    }

    @Test func aLibraryThatCannotBeReadIsNamed() async throws {
        try await withFeedServer({
            let damaged = Samples.library([Samples.photo("a", at: 30)])
            damaged.readableWindows = 0
            return [damaged, Samples.library([Samples.photo("b", at: 20)])]
        }) { visitor async throws in
            let months = try await visitor.months()
            #expect(months.failures == ["account 0: the library is damaged"])
            #expect(months.items == 1)
            let reply = try await visitor.get("/items/0?version=\(months.version)")
            #expect(try names(reply.body) == ["b"])
        }
    }

    @MainActor @Test func aChangedLibraryIsNotMixedWithItsFormerState() throws {
        let library = Samples.three
        let feed = ServedFeed([.init(name: "one", reader: library)])
        let all = FeedSelection()
        #expect(try feed.summary(of: all) != nil)
        library.items.removeLast()
        #expect(try feed.chunk(0, of: all, version: "1") == .changed)
        let summary = try #require(try feed.summary(of: all))
        let months = try JSONDecoder().decode(Months.self, from: Data(summary))
        #expect(months.items == 2 && months.version == "2")
        #expect(try feed.chunk(0, of: all, version: "1") == .changed)
        guard case .items = try feed.chunk(0, of: all, version: "2") else {
            Issue.record("the items of the present version are missing")
            return
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func everyPositionIsThatOfTheMergedFeed(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let spread = [1, 40, 5_000][Int(random.next() % 3)]
        let libraries = (0..<Int(random.next() % 3 + 1)).map { number in
            Samples.library(
                (0..<Int(random.next() % 900)).map { photo in
                    Samples.photo(
                        "\(number)-\(photo)", at: Int64(random.next() % UInt64(spread)),
                        content: random.next() % 2 == 0 ? nil : Int(random.next() % 300))
                })
        }
        let view = FeedView(FeedSelection(), of: libraries)
        var steps = 0
        while !view.grow(by: 100) { steps += 1 }
        var merged = MergedFeed(
            libraries, FeedQuery(limit: 500), showingCopies: libraries.count == 1)
        var expected: [MergedItem] = []
        while case let next = merged.next(500), !next.isEmpty { expected += next }
        #expect(view.index.count == expected.count)
        #expect(steps >= expected.count / 1_000)
        #expect(view.index.months.map(\.count).reduce(0, +) == expected.count)
        for _ in 0..<20 where !expected.isEmpty {
            let start = Int(random.next() % UInt64(expected.count))
            let end = min(expected.count, start + Int(random.next() % 600) + 1)
            #expect(view.items(at: start..<end) == Array(expected[start..<end]))
        }
    }
}

/// A small generator of random numbers (SplitMix64), the same in every run.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
