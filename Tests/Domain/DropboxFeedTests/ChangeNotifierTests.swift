import DropboxFeed
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// The longpoll, by which Dropbox reports changes.
@Suite("The longpoll of Dropbox")
struct ChangeNotifierTests {
    private let scheduler = VirtualScheduler()

    private func changes(
        _ answer: @escaping (RecordedRequest) throws -> StubResponse
    ) -> (values: [ChangeNotice], end: Completion<FeedError>?, calls: [RecordedRequest]) {
        scheduler.enter {
            let host = HostStub(home: .here, answer)
            var values: [ChangeNotice] = []
            var end: Completion<FeedError>?
            DropboxChangeNotifier(host: host).changes(since: FeedCursor(rawValue: "c"))
                .observe({ values.append($0) }, ended: { end = $0 })
            scheduler.run()
            return (values, end, host.calls)
        }
    }

    @Test func theCursorAndTheTimeAreSent() {
        let result = changes { _ in .text(#"{"changes":false}"#) }
        #expect(result.calls.map(\.url.path) == ["/2/files/list_folder/longpoll"])
        #expect(
            result.calls.map { String(decoding: $0.body, as: UTF8.self) }
                == [#"{"cursor":"c","timeout":480}"#])
        #expect(result.values == [ChangeNotice(hasChanges: false)])
        #expect(result.end == .completed)
    }

    @Test(
        arguments: [
            (#"{"changes":true}"#, true, 0), (#"{"changes":false,"backoff":60}"#, false, 60),
            (#"{"changes":true,"backoff":null}"#, true, 0),
            (#"{"changes":true,"backoff":-5}"#, true, 0),
            (#"{"backoff":9223372036854775807,"changes":true}"#, true, 3_600),
        ])
    func theAnswerIsRead(_ text: String, _ hasChanges: Bool, _ backOff: Int) {
        let notice = ChangeNotice(hasChanges: hasChanges, backOff: .seconds(backOff))
        #expect(changes { _ in .text(text) }.values == [notice])
    }

    @Test(arguments: ["{}", "[]", "", #"{"changes":1}"#, #"{"changes":true,"changes":false}"#])
    func aMalformedAnswerFails(_ text: String) {
        guard case .failed(let error)? = changes({ _ in .text(text) }).end else {
            Issue.record("the answer was accepted")
            return
        }
        #expect(error.code == .malformedAnswer)
    }

    @Test func theWaitIsLongerThanDropboxsLongestAnswer() {
        let options = DropboxListFolderLongpoll(cursor: FeedCursor(rawValue: "c")).options
        for limit in [options.firstByteTimeout, options.idleTimeout, options.deadline] {
            #expect((limit ?? .zero) >= .seconds(480 + 90))
        }
        #expect(options.minimumRate == nil)
    }
}
