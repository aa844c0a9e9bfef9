import Foundation
import PhotoFeed
import Testing

@testable import WatchFeature

/// The priorities of lines in the journal.
@Suite struct JournalPriorityTests {
    @Test func onlyTheStreamOfTheJournalGetsPriorities() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        var status = stat()
        try #require(fstat(descriptor, &status) == 0)
        func isUsed(_ stream: String?) -> Bool {
            JournalPriority.isUsed(
                environment: stream.map { ["JOURNAL_STREAM": $0] } ?? [:], descriptor: descriptor)
        }
        #expect(isUsed("\(status.st_dev):\(status.st_ino)"))
        #expect(!isUsed("\(status.st_dev):\(status.st_ino + 1)"))
        #expect(!isUsed("") && !isUsed(nil))
        #expect(
            !JournalPriority.isUsed(
                environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"],
                descriptor: -1))
    }

    @Test(
        arguments: [
            (.waiting, "<6>"), (.notice(.online), "<6>"), (.notice(.offline("no")), "<4>"),
            (.notice(.locked), "<4>"), (.reloaded(failure: nil), "<6>"),
            (.reloaded(failure: "no"), "<4>"), (.command(.ended(code: 0, output: "")), "<6>"),
            (.command(.ended(code: 1, output: "")), "<3>"), (.command(.timedOut), "<3>"),
            (.ended(.locked), "<3>"),
        ] as [(WatchEvent, String)])
    func anEventHasAPriority(_ event: WatchEvent, _ prefix: String) {
        #expect(event.priority.prefix == prefix)
    }
}
