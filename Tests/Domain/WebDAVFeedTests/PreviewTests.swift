import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import SchedulingTestKit
import Signals
import Testing

@testable import WebDAVFeed

/// Smaller pictures that a server makes, and the choice between the strategies.
@Suite struct PreviewTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

    private static func pending(_ id: String) -> PendingThumbnail {
        PendingThumbnail(
            id: NodeID(rawValue: id), revision: "r",
            position: FeedPosition(date: FeedTime(secondsSinceEpoch: 0), number: 1))
    }

    private func fetch(
        _ ids: [String], size: ThumbnailSize = .small, withMediaInfo: Bool = false,
        _ respond: @escaping (RecordedRequest) -> StubResponse
    ) throws -> (results: [ThumbnailResult.Result], requests: [String]) {
        let scheduler = VirtualScheduler()
        return try scheduler.enter {
            let host = HostStub(home: .here) { respond($0) }
            var results: [ThumbnailResult] = []
            var end: Completion<FeedError>?
            WebDAVPreviewFetcher(host: host)
                .fetch(ids.map(Self.pending), size: size, withMediaInfo: withMediaInfo)
                .observe({ results += $0 }, ended: { end = $0 })
            scheduler.run()
            if case .failed(let error) = end { throw error }
            let sorted = ids.compactMap { id in results.first { $0.pending.id.rawValue == id } }
            #expect(sorted.count == ids.count)
            return (sorted.map(\.result), host.calls.map { $0.url.string })
        }
    }

    private static func answer(_ status: Int, _ body: [UInt8] = []) -> StubResponse {
        var response = StubResponse(status)
        response.body = body
        return response
    }

    @Test func theAddressIsThatOfNextcloud() throws {
        let (results, requests) = try fetch(["fileid:17"]) { _ in Self.answer(200, Self.jpeg) }
        #expect(results == [.picture(Self.jpeg, .notRequested)])
        #expect(
            requests == [
                "https://stub.invalid/index.php/core/preview?fileId=17&x=256&y=256&a=1&forceIcon=0"
            ])
    }

    @Test(arguments: [
        (404, .noPreview),
        (400, ThumbnailFailure(reason: "preview_refused", isPermanent: false)),
        (403, ThumbnailFailure(reason: "preview_forbidden", isPermanent: false)),
    ])
    func aRefusedPictureIsAFailureOfThisPhoto(
        _ status: Int, _ failure: ThumbnailFailure
    ) throws {
        let (results, requests) = try fetch(["fileid:1", "fileid:2"]) { call in
            call.url.string.contains("fileId=1&")
                ? Self.answer(status) : Self.answer(200, Self.jpeg)
        }
        #expect(results == [.failure(failure), .picture(Self.jpeg, .notRequested)])
        #expect(requests.count == 2, "a refusal is not repeated")
    }

    /// Without metadata as its answer, each run would request the picture again.
    @Test func aServerHasNoMetadata() throws {
        let (results, _) = try fetch(["fileid:1"], withMediaInfo: true) { _ in
            Self.answer(200, Self.jpeg)
        }
        #expect(results == [.picture(Self.jpeg, .nothing)])
    }

    @Test(arguments: [
        StubResponse.redirect(303, to: "https://other.example/icon.svg"),
        StubResponse.redirect(302, to: "/sign-in"), StubResponse(302),
    ])
    func aRedirectIsNotFollowedAndALaterRunAsksAgain(_ redirect: StubResponse) throws {
        let (results, requests) = try fetch(["fileid:1", "fileid:2"]) { call in
            call.url.string.contains("fileId=1&")
                ? redirect : Self.answer(200, Self.jpeg)
        }
        guard case .failure(let failure)? = results.first else {
            Issue.record("the redirect was followed")
            return
        }
        #expect(!failure.isPermanent)
        #expect(results.last == .picture(Self.jpeg, .notRequested))
        #expect(requests.count == 2)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xDB], true), ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], true),
            (Array("RIFF0000WEBPVP8 ".utf8), true), ([], false), ([0xFF, 0xD8], false),
            (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), false),
            (Array("<html>".utf8), false), (Array("RIFF0000WAVE".utf8), false),
        ] as [([UInt8], Bool)])
    func onlyTheBytesTellWhatAPictureIs(_ bytes: [UInt8], _ isPicture: Bool) throws {
        let (results, _) = try fetch(["fileid:1"]) { _ in
            var answer = Self.answer(200, bytes)
            answer.headers.add("Content-Type", isPicture ? "text/html" : "image/jpeg")
            return answer
        }
        #expect(results == [isPicture ? .picture(bytes, .notRequested) : .failure(.noPicture)])
    }

    @Test func aPictureThatIsTooLargeIsNotRead() throws {
        let (results, _) = try fetch(["fileid:1"]) { _ in
            Self.answer(
                200, Self.jpeg + [UInt8](repeating: 0, count: WebDAVGetPreview.lengthLimit))
        }
        #expect(results == [.failure(.noPicture)])
    }

    @Test func aFileWithoutAnIdentifierIsNotRequested() throws {
        let (results, requests) = try fetch(["/a.jpg"]) { _ in Self.answer(200, Self.jpeg) }
        #expect(results == [.failure(.providerWithoutThumbnails)])
        #expect(requests.isEmpty)
    }

    @Test func aWrongPasswordEndsTheRun() {
        #expect(throws: FeedError(.passwordRefused, "")) {
            try fetch(["fileid:1", "fileid:2"]) { _ in Self.answer(401) }
        }
    }

    @Test func aServerThatFailsForEveryPictureEndsTheRun() {
        #expect(throws: FeedError(.network, "")) {
            try fetch((1...9).map { "fileid:\($0)" }) { _ in Self.answer(500) }
        }
    }

    @Test func aServerThatRedirectsEveryPictureEndsTheRun() {
        #expect(throws: FeedError(.malformedAnswer, "")) {
            try fetch((1...9).map { "fileid:\($0)" }) { _ in
                .redirect(302, to: "https://other.example/sign-in")
            }
        }
    }

    @Test(
        arguments: [
            ("https://c.example/remote.php/dav/files/ada", "https://c.example/"),
            (
                "https://c.example:8443/cloud/remote.php/dav/files/a%20b/",
                "https://c.example:8443/cloud/"
            ),
            ("https://c.example/remote.php/webdav", "https://c.example/"),
            ("https://c.example/dav/files", nil), ("https://c.example/", nil),
            ("https://remote.php/dav", nil),
        ] as [(String, String?)])
    func previewsAreBesideTheFoldersOfTheAccounts(_ account: String, _ server: String?) throws {
        #expect(WebDAVServerBase.address(above: try HTTPURL(account))?.string == server)
    }

    // MARK: Strategies

    /// A strategy with scripted results.
    private final class Scripted: ThumbnailFetcher {
        let results: [String: ThumbnailResult.Result]
        var asked: [String] = []

        init(_ results: [String: ThumbnailResult.Result]) { self.results = results }

        func batchLimit(for size: ThumbnailSize) -> Int { 4 }
        var pauses: Signal<FeedPause?, Never> { .just(nil) }

        func fetch(
            _ nodes: [PendingThumbnail], size: ThumbnailSize, withMediaInfo: Bool
        ) -> Signal<[ThumbnailResult], FeedError> {
            asked += nodes.map(\.id.rawValue)
            return .just(
                nodes.map {
                    ThumbnailResult(
                        pending: $0,
                        result: results[$0.id.rawValue] ?? .failure(.providerWithoutThumbnails))
                })
        }
    }

    @Test func aPhotoWithoutAPicturePassesToTheNextStrategy() {
        let scheduler = VirtualScheduler()
        scheduler.enter {
            let passing = ThumbnailFailure(reason: "later", isPermanent: false)
            let first = Scripted([
                "a": .picture([1], .notRequested), "b": .failure(.noPreview),
                "c": .failure(passing),
            ])
            let second = Scripted(["b": .picture([2], .notRequested)])
            let never = Scripted([:])
            let fetcher = WebDAVThumbnailFetcher([
                .init(fetcher: never, isAllowed: { false }),
                .init(fetcher: first, isAllowed: { true }),
                .init(fetcher: second, isAllowed: { true }),
            ])
            #expect(fetcher.batchLimit(for: .small) == 4)
            var results: [String: ThumbnailResult.Result] = [:]
            fetcher.fetch(
                ["a", "b", "c", "d"].map(Self.pending), size: .small, withMediaInfo: false
            )
            .observe(
                { $0.forEach { results[$0.pending.id.rawValue] = $0.result } }, ended: { _ in })
            scheduler.run()
            #expect(
                results == [
                    "a": .picture([1], .notRequested), "b": .picture([2], .notRequested),
                    "c": .failure(passing), "d": .failure(.providerWithoutThumbnails),
                ])
            #expect(first.asked == ["a", "b", "c", "d"])
            #expect(second.asked == ["b", "d"])
            #expect(never.asked.isEmpty)
        }
    }

    @Test func withoutAStrategyEveryPhotoFailsAtOnce() {
        let scheduler = VirtualScheduler()
        scheduler.enter {
            let fetcher = WebDAVThumbnailFetcher([])
            #expect(fetcher.batchLimit(for: .small) == 500)
            #expect(fetcher.requestCount(for: 9, size: .small, withMediaInfo: false) == 0)
            var results: [ThumbnailResult.Result] = []
            fetcher.fetch([Self.pending("a")], size: .small, withMediaInfo: false)
                .observe({ results += $0.map(\.result) }, ended: { _ in })
            scheduler.run()
            #expect(results == [.failure(.providerWithoutThumbnails)])
        }
    }
}
