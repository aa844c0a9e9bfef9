import Scheduling
import Signals
import Testing

@testable import PhotoFeed

/// The state machine of the fetching of thumbnails, input by input.
@Suite struct ThumbnailRunTests {
    private var run = ThumbnailRun(batchLimit: 2)
    private let start = SchedulerInstant(nanoseconds: 0)

    private func pending(_ numbers: Int64...) -> [PendingThumbnail] {
        numbers.map { number in
            PendingThumbnail(
                id: NodeID(rawValue: "id:\(number)"), revision: "1",
                position: FeedPosition(date: FeedTime(secondsSinceEpoch: 0), number: number))
        }
    }

    private func pictures(_ pending: [PendingThumbnail]) -> [ThumbnailResult] {
        pending.map { ThumbnailResult(pending: $0, result: .picture([], .notRequested)) }
    }

    private func read(after number: Int64?) -> ThumbnailRun.Action {
        .read(after: number.flatMap { pending($0).first?.position }, limit: 2)
    }

    @Test mutating func aLibraryWithoutPendingThumbnailsEndsTheRun() {
        #expect(run.next() == [read(after: nil)])
        #expect(run.found([], at: start) == [.end(.completed)])
    }

    @Test mutating func aFullBatchIsFetchedWhileTheNextOneIsRead() {
        #expect(
            run.found(pending(9, 8), at: start)
                == [.fetch(pending(9, 8), batch: 1), read(after: 8)])
    }

    @Test mutating func aBatchThatIsNotFullIsTheLast() {
        #expect(run.found(pending(9), at: start) == [.fetch(pending(9), batch: 1)])
        #expect(run.next() == [])
        #expect(
            run.received(pictures(pending(9)), of: 1, at: start) == [.store(pictures(pending(9)))])
        #expect(run.ended(1, .completed) == [.end(.completed)])
    }

    @Test mutating func threeBatchesAreInFlightAtFirst() {
        _ = run.found(pending(9, 8), at: start)
        _ = run.found(pending(7, 6), at: start)
        #expect(run.found(pending(5, 4), at: start) == [.fetch(pending(5, 4), batch: 3)])
        #expect(run.next() == [])
    }

    @Test mutating func theNextBatchIsReadBeforeACompleteOneIsStored() {
        for number in 0..<3 { _ = run.found(pending(9 - Int64(number), 5), at: start) }
        let first = pictures(pending(9))
        #expect(run.received(first, of: 1, at: start) == [.store(first)])
        let second = pictures(pending(5))
        #expect(run.received(second, of: 1, at: start) == [read(after: 5), .store(second)])
    }

    @Test mutating func aSlowBatchMakesTheWindowSmaller() {
        for _ in 0..<3 { _ = run.found(pending(9, 8), at: start) }
        let late = start.advanced(by: .seconds(60))
        let results = pictures(pending(9, 8))
        #expect(run.received(results, of: 1, at: late) == [.store(results)])
        #expect(run.ended(1, .completed) == [])
        #expect(run.received(results, of: 2, at: late) == [.store(results)])
        #expect(run.received(results, of: 3, at: late) == [read(after: 8), .store(results)])
    }

    @Test mutating func aFailedBatchEndsTheRun() {
        _ = run.found(pending(9, 8), at: start)
        let failure = Completion.failed(FeedError(.network, "gone"))
        #expect(run.ended(1, failure) == [.end(failure)])
    }

    @Test mutating func aBatchThatEndsEarlyMakesRoomForAnother() {
        for _ in 0..<3 { _ = run.found(pending(9, 8), at: start) }
        #expect(run.ended(2, .completed) == [read(after: 8)])
    }
}
