import Foundation
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Originals

extension OriginalsFixture {
    /// A hasher on the scheduler of the fixture.
    var hashers: ServicePool<BlockHasher> { ServicePool(on: [scheduler]) { BlockHasher() } }

    /// Runs a verification to its end.
    func verify(
        _ options: VerifyOptions = VerifyOptions(), at time: Int64 = 1_000,
        reader: (any FeedReader)? = nil
    ) -> (events: [VerifyEvent], completion: Completion<FeedError>?) {
        scheduler.enter {
            let verifier = OriginalsVerifier(
                library: path + "/library", reader: reader, fetcher: server,
                hashers: hashers, home: scheduler.home
            ) { FeedTime(secondsSinceEpoch: time) }
            var events: [VerifyEvent] = []
            var end: Completion<FeedError>?
            verifier.verify(options).observe({ events.append($0) }, ended: { end = $0 })
            scheduler.runUntilIdle()
            return (events, end)
        }
    }

    /// Changes a byte of a file, and keeps the time of its last change.
    func damage(_ name: String, at position: Int = 0) throws {
        let file = path + "/originals/2024/05/" + name
        let manager = FileManager.default
        let time = try manager.attributesOfItem(atPath: file)[.modificationDate]
        var content = try Data(contentsOf: URL(filePath: file))
        content[position] ^= 1
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.write(contentsOf: content)
        try handle.close()
        try manager.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: file)
    }
}

extension [VerifyEvent] {
    /// The counts of a verification that has ended; `nil` if it has failed.
    var counts: VerifyProgress? {
        guard case .finished(let progress)? = last else { return nil }
        return progress
    }
}
