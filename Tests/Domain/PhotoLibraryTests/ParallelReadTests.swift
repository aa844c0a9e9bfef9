import PhotoFeed
import PhotoLibrary
import Scheduling
import Testing

@Suite("Parallel reads")
struct ParallelReadTests {
    /// Each page moves all photos to another folder: a window with two folders is torn.
    @Test func windowsOfSeveralReadersAreSnapshotsBesideTheWriter() async throws {
        let fixture = try LibraryFixture()
        let path = fixture.path + "/library"
        let business = WorkScheduler(name: "BL")
        let writer = SchedulerBound(on: business) { try SQLiteFeedWriter(path: path) }
        try await writer.run { library in
            try library.beginListing(of: "")
            _ = try library.apply(page((0..<50).map { .media(photo($0, at: "/0/\($0).jpg")) }))
        }
        let readers = ServicePool(count: 4, name: "RD") { try SQLiteFeedReader(path: path) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 1...20 {
                    try await writer.run { library in
                        let moves = (0..<50).map { number in
                            NodeChange.media(
                                moved(photo(number), to: "/\(round)/\(number).jpg"))
                        }
                        _ = try library.apply(page(moves, "c\(round)"))
                    }
                }
            }
            for _ in 0..<100 {
                group.addTask {
                    let folders = try await readers.run { reader in
                        Set(
                            try reader.window(FeedQuery(limit: 100)).items.map {
                                $0.node.pathKey.split(separator: "/").first ?? ""
                            })
                    }
                    #expect(folders.count == 1)
                }
            }
            try await group.waitForAll()
        }
        readers.shutDown()
        _ = await readers.finished()
        business.shutDown()
        withExtendedLifetime(fixture) {}
    }
}
