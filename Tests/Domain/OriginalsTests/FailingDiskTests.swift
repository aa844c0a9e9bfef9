import DurableFiles
import Foundation
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

/// Runs whose disk fails at one of their changes, each change in turn.
@Suite struct FailingDiskTests {
    /// A disk that refuses one change, or all changes from one on, as a run that was killed.
    private final class FailingDisk: DiskModel {
        let bootSession = "test"
        private let range: Range<Int>
        private let number: Int32
        private let count = Guarded(0)

        init(at change: Int, _ number: Int32, isLasting: Bool) {
            range = change..<(isLasting ? .max : change + 1)
            self.number = number
        }

        /// Whether there were as many changes.
        var hasFailed: Bool { count.withLock { $0 } > range.lowerBound }

        func decide(on change: DiskChange) -> DiskVerdict {
            let index = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return range.contains(index) ? .fail(number) : .proceed
        }
    }

    /// The situations before the run.
    private enum Start: CaseIterable {
        /// Nothing was downloaded; the user has a file at the path of one.
        case new
        /// A photo was moved on the server, one was changed, and one was deleted.
        case later

        func make() throws -> OriginalsFixture {
            let fixture = try OriginalsFixture()
            for id in ["id:1", "id:2", "id:3"] {
                fixture.add(id, "/\(id.suffix(1)).jpg", hasHash: id != "id:1")
            }
            switch self {
            case .new: try fixture.write("mine", "2024/05/2.jpg")
            case .later:
                #expect(fixture.result(try fixture.choice)?.downloaded == 3)
                fixture.add("id:1", "/trip/moved.jpg", "content of id:1", hasHash: false)
                fixture.add("id:2", "/2.jpg", "changed content of id:2", revision: "2")
                fixture.library.items.removeAll { $0.node.id.rawValue == "id:3" }
            }
            return fixture
        }
    }

    /// The contents of all files that are not downloads, by their paths.
    private func contents(_ fixture: OriginalsFixture) -> [String: String] {
        let names = FileManager.default.subpaths(atPath: fixture.path + "/originals") ?? []
        return names.reduce(into: [:]) { contents, name in
            guard !name.hasPrefix(".photopark/parts"), name != ".photopark/lock" else { return }
            contents[name] = fixture.content(name)
        }
    }

    private func run(_ fixture: OriginalsFixture) throws -> Completion<FeedError>? {
        fixture.run(try fixture.choice, prunes: true).completion
    }

    @Test(arguments: [(EIO, false), (ENOSPC, true)])
    func noFailureLosesAFileAndTheNextRunHasTheSameResult(
        _ number: Int32, _ isLasting: Bool
    ) throws {
        for start in Start.allCases {
            let reference = try start.make()
            #expect(try run(reference) == .completed)
            let expected = contents(reference)
            #expect(expected.count == 4, "\(expected)")
            var change = 0
            while true {
                let fixture = try start.make()
                let whole = Set(expected.values).union(contents(fixture).values)
                let disk = FailingDisk(at: change, number, isLasting: isLasting)
                DiskModels.setCurrent(disk)
                _ = try run(fixture)
                DiskModels.setCurrent(nil)
                guard disk.hasFailed else { break }
                // A failed attempt to make a link may leave one of the lock, which is empty.
                let partial = contents(fixture)
                    .filter { $0.key != ".photopark/link" && !whole.contains($0.value) }
                #expect(partial.isEmpty, "\(start), change \(change)")
                #expect(try run(fixture) == .completed, "\(start), change \(change)")
                #expect(contents(fixture) == expected, "\(start), change \(change)")
                #expect(try fixture.parts.isEmpty, "\(start), change \(change)")
                change += 1
            }
            #expect(change > 20, "the disk has changes")
        }
    }
}
