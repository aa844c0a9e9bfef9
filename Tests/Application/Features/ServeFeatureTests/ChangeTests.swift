import Foundation
import LoopbackTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import ServeFeature

/// Changes of a library while a page shows it.
@Suite struct ChangeTests {
    @MainActor @Test func aChangeIsAnotherVersion() throws {
        let library = Samples.three
        let feed = ServedFeed([.init(name: "one", reader: library)])
        #expect(feed.presentVersion() == "1")
        #expect(feed.presentVersion() == "1")
        library.changes += 1
        #expect(feed.presentVersion() == "2")
        #expect(feed.presentVersion() == "2")
    }

    @MainActor @Test func theItemsOfAFormerVersionAreServedWhileTheyAreTheSame() throws {
        let library = Samples.three
        let feed = ServedFeed([.init(name: "one", reader: library)])
        let all = FeedSelection()
        #expect(try feed.summary(of: all) != nil)
        library.changes += 1
        #expect(feed.presentVersion() == "2")
        guard case .items = try feed.chunk(0, of: all, version: "1") else {
            Issue.record("the page that has not asked again gets nothing")
            return
        }
        #expect(
            try feed.summary(of: all).map { String(decoding: $0, as: UTF8.self) }?
                .contains(#""version":"2""#) == true)
        #expect(try feed.chunk(0, of: all, version: "1") == .changed)
    }

    @MainActor @Test func aLargeIndexIsCompletedAlthoughTheLibraryChanges() throws {
        let library = Samples.library(
            (0..<70_000).map { Samples.photo("\($0)", at: Int64($0)) })
        let feed = ServedFeed([.init(name: "one", reader: library)])
        var steps = 1
        while try feed.summary(of: FeedSelection()) == nil {
            library.changes += 1
            _ = feed.presentVersion()
            steps += 1
            try #require(steps < 10)
        }
        #expect(steps > 1)
        #expect(feed.presentVersion() != "1")
    }

    @Test func aPageIsToldOfAChange() async throws {
        let scheduler = WorkScheduler(name: "readers")
        let library = SchedulerBound(on: scheduler) { Samples.three }
        let feed = SchedulerBound(on: scheduler) {
            ServedFeed([.init(name: "one", reader: try library.get(in: $0))])
        }
        // Each interval of the stream changes the library; the third one ends the stream.
        let server = FeedServer(feed) { _ in
            let changes = try await library.run { library in
                library.changes += 1
                return library.changes
            }
            if changes == 3 { throw CancellationError() }
        }
        let address = try await server.start(port: 0)
        let port = try #require(Int(address.split(separator: ":")[2].split(separator: "/")[0]))
        var visitor = Visitor(client: RawClient(port: port), address: address, server: server)
        try await visitor.signIn()
        let cookie = visitor.cookie["Cookie"] ?? ""
        let events = try await visitor.client.script { connection in
            connection.send(
                "GET /changes HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n\r\n")
            return String(decoding: connection.rest(), as: UTF8.self)
        }
        #expect(events.contains("Content-Type: text/event-stream"))
        for version in 1...3 { #expect(events.contains("data: \(version)\n\n"), "\(events)") }
        await server.stop(within: .zero)
    }
}
