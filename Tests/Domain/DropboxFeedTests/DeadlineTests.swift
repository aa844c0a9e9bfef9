import DropboxFeed
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// The results of requests to a server that is slow, silent, or sends large errors.
@Suite("Deadlines of Dropbox's routes")
struct DeadlineTests {
    private let scheduler = VirtualScheduler()

    private var seconds: Int64 { scheduler.now.nanoseconds / 1_000_000_000 }

    private func host(
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) -> HostStub {
        HostStub(home: .here, options: HTTPOptions { $0.retry = DropboxHosts.retry }, respond)
    }

    /// Runs a signal to its end, in virtual time.
    private func end<Value>(
        _ signal: Signal<Value, FeedError>
    ) -> (values: [Value], end: Completion<FeedError>?) {
        var values: [Value] = []
        var end: Completion<FeedError>?
        signal.observe({ values.append($0) }, ended: { end = $0 })
        while end == nil { scheduler.advance(by: .seconds(1)) }
        return (values, end)
    }

    private static let page = #"{"entries":[],"cursor":"c","has_more":false}"#

    @Test func aPageMayTakeLongToItsFirstByte() {
        scheduler.enter {
            let host = host { _ in StubResponse(body: Array(Self.page.utf8), delay: .seconds(99)) }
            let fetcher = DropboxNodeFetcher(host: host)
            var pauses: [(FeedPause.Reason?, Int64)] = []
            fetcher.pauses.observe { pauses.append(($0?.reason, seconds)) }
            let result = end(fetcher.pages(from: .beginning(folder: "")))
            #expect(result.end == .completed && host.calls.count == 1)
            #expect(pauses.map(\.0) == [nil, .answer, nil] && pauses.map(\.1) == [0, 10, 99])
        }
    }

    @Test func aServerThatNeverAnswersIsLeftWithinTwoMinutes() {
        scheduler.enter {
            let host = host { _ in StubResponse(delay: .seconds(10_000)) }
            let result = end(DropboxNodeFetcher(host: host).pages(from: .beginning(folder: "")))
            #expect(result.end == .failed(FeedError(.network, "")))
            #expect(host.calls.count == 1 && seconds <= 101)
        }
    }

    /// A drip that is fast enough for a gateway's default rate; the stub has no lowest rate.
    @Test func aPageThatDripsIsLeftAtTheLimitOfItsWholeTime() {
        scheduler.enter {
            let drip = StubResponse(body: [UInt8](repeating: 32, count: 100_000), rate: 150)
            let host = host { _ in drip }
            let result = end(DropboxNodeFetcher(host: host).pages(from: .beginning(folder: "")))
            #expect(result.end == .failed(FeedError(.network, "")))
            // At most two attempts of five minutes, and a wait between them.
            #expect(host.calls.count <= 2 && (300...640).contains(seconds), "\(seconds) s")
        }
    }

    /// The limits of a route; `nil` is the gateway's default: 30 s, 100 bytes/s, no whole limit.
    private struct Limits: Equatable {
        var firstByte: Duration?
        var idle: Duration?
        /// The limit of an attempt.
        var whole: Duration?
        /// The limit of all attempts and waits.
        var total: Duration?
        var rate: Int?
    }

    private func limits(of options: HTTPOptions) -> Limits {
        Limits(
            firstByte: options.firstByteTimeout, idle: options.idleTimeout,
            whole: options.deadline, total: options.totalDeadline, rate: options.minimumRate)
    }

    /// The limits are those of `Documentation/ExitCodes.md`.
    @Test func everyRouteHasItsDeadlines() {
        let cursor = FeedCursor(rawValue: "c")
        let id = NodeID(rawValue: "id:0")
        let version = OriginalVersion(
            id: id, pathKey: "/a.jpg", revision: "1", size: 1, contentHash: nil)
        let answer = Limits(whole: .seconds(60), total: .seconds(1_200), rate: 1_024)
        let listing = Limits(
            firstByte: .seconds(100), whole: .seconds(300), total: .seconds(1_200), rate: 1_024)
        let thumbnail = Limits(whole: .seconds(180), total: .seconds(1_200))
        let wait = Duration.seconds(600)
        #expect(limits(of: DropboxGetCurrentAccount().options) == answer)
        #expect(limits(of: DropboxListFolder(folder: "").options) == listing)
        #expect(limits(of: DropboxListFolderContinue(cursor: cursor).options) == listing)
        #expect(
            limits(of: DropboxListFolderLongpoll(cursor: cursor).options)
                == Limits(firstByte: wait, idle: wait, whole: wait, total: wait))
        #expect(limits(of: DropboxGetThumbnailBatch([], size: .small).options) == thumbnail)
        #expect(limits(of: DropboxGetThumbnail(id, size: .small).options) == thumbnail)
        #expect(limits(of: DropboxReadRange(version, 0..<1).options) == thumbnail)
        // A large original takes hours, so its rate is limited, and not its time.
        #expect(
            limits(of: DropboxDownload(version, to: "/tmp/a", digest: nil).options)
                == Limits(firstByte: .seconds(60), rate: 1_024))
    }

    @Test func aPageMayComeCompressed() {
        scheduler.enter {
            for start in [FeedStart.beginning(folder: ""), .cursor(FeedCursor(rawValue: "c"))] {
                let options =
                    switch start {
                    case .beginning(let folder): DropboxListFolder(folder: folder).options
                    case .cursor(let cursor): DropboxListFolderContinue(cursor: cursor).options
                    }
                #expect(options.acceptsCompression == true)
                #expect(options.firstByteTimeout == .seconds(100))
            }
            #expect(DropboxGetThumbnailBatch([], size: .small).options.firstByteTimeout == nil)
        }
    }

    // MARK: Thumbnails

    private func fetch(
        _ count: Int, _ respond: @escaping ([Int]) throws -> StubResponse
    ) -> (outcomes: [ThumbnailResult], end: Completion<FeedError>?, asked: [Int]) {
        scheduler.enter {
            var asked: [Int] = []
            let host = host { call in
                let argument = String(decoding: call.body, as: UTF8.self)
                let photos = (0..<count).filter { argument.contains("\"id:\($0)\"") }
                asked.append(photos.count)
                return try respond(photos)
            }
            let pending = (0..<count).map { number in
                PendingThumbnail(
                    id: NodeID(rawValue: "id:\(number)"), revision: "rev\(number)",
                    position: FeedPosition(
                        date: FeedTime(secondsSinceEpoch: 0), number: Int64(number)))
            }
            let fetcher = DropboxThumbnailFetcher(host: host)
            let result = end(fetcher.fetch(pending, size: .small, withMediaInfo: false))
            return (result.values.flatMap { $0 }, result.end, asked)
        }
    }

    private static func failures(of photos: [Int], delay: Duration = .zero) -> StubResponse {
        let entry = #"{".tag":"failure","failure":{".tag":"unsupported_image"}}"#
        let entries = photos.map { _ in entry }.joined(separator: ",")
        return StubResponse(body: Array(#"{"entries":[\#(entries)]}"#.utf8), delay: delay)
    }

    /// Two seconds a photo: 25 of them take longer than a first byte may.
    @Test func aBatchThatIsTooSlowIsHalved() {
        let result = fetch(25) { Self.failures(of: $0, delay: .seconds(2 * $0.count)) }
        #expect(result.end == .completed && result.outcomes.count == 25)
        #expect(result.asked == [25, 12, 13])
    }

    @Test func aPhotoThatIsTooSlowIsLeftOutAlone() {
        let result = fetch(8) { photos in
            Self.failures(of: photos, delay: photos.contains(5) ? .seconds(60) : .zero)
        }
        #expect(result.end == .completed && result.outcomes.count == 8)
        let slow = result.outcomes.filter {
            if case .failure(let failure) = $0.result { !failure.isPermanent } else { false }
        }
        #expect(slow.map(\.pending.id.rawValue) == ["id:5"])
        #expect(result.asked == [8, 4, 4, 2, 1, 1, 2])
    }

    @Test func aServerThatIsTooSlowForEveryPhotoIsLeft() {
        let result = fetch(25) { _ in StubResponse(delay: .seconds(10_000)) }
        #expect(result.end == .failed(FeedError(.network, "")))
        #expect(seconds < 300, "\(seconds) s")
    }

    // MARK: What a server says

    @Test func aRefusalIsQuotedInOneShortLine() {
        for body in [
            #"{"error_summary":"\#(String(repeating: "x", count: 60_000))","error":{}}"#,
            String(repeating: "<p>", count: 20_000), "a\nb\u{1B}[2J",
            #"{"error_summary":"a\nb\u001b[2J","error":{}}"#,
        ] {
            scheduler.enter {
                let host = host { _ in .text(body, status: 400) }
                let result = end(DropboxNodeFetcher(host: host).pages(from: .beginning(folder: "")))
                guard case .failed(let error)? = result.end else {
                    Issue.record("400 is a failure")
                    return
                }
                #expect(error.message.count < 320, "\(error.message.count)")
                #expect(!error.message.unicodeScalars.contains { $0.value < 32 })
            }
        }
    }

    @Test func aCertificateThatProvesNothingIsNotTheNetworksFault() {
        scheduler.enter {
            let host = host { _ in throw HTTPError(.certificateRejected, "self-signed") }
            let result = end(DropboxNodeFetcher(host: host).pages(from: .beginning(folder: "")))
            guard case .failed(let error)? = result.end else {
                Issue.record("a rejected certificate is a failure")
                return
            }
            #expect(error.code == .serverNotTrusted && host.calls.count == 1)
            #expect("\(error)".contains("do not trust"))
        }
    }
}
