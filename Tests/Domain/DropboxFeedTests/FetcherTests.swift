import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import DropboxFeed

@Suite("Fetching from Dropbox")
struct FetcherTests {
    private let scheduler = VirtualScheduler()

    /// The smallest file that is complete: a frame, a scan of one byte, and the end.
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xC0, 0, 2, 0xFF, 0xDA, 0, 2, 0, 0xFF, 0xD9,
    ]

    /// Runs a signal to its end in virtual time.
    private func run<Value>(
        _ make: () -> Signal<Value, FeedError>
    ) -> (values: [Value], end: Completion<FeedError>?) {
        scheduler.enter {
            var values: [Value] = []
            var end: Completion<FeedError>?
            make().observe({ values.append($0) }, ended: { end = $0 })
            scheduler.run()
            return (values, end)
        }
    }

    private func fetchPages(
        _ start: FeedStart, _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) -> (values: [FeedPage], end: Completion<FeedError>?, calls: [RecordedRequest]) {
        scheduler.enter {
            let host = HostStub(home: .here, respond)
            let fetcher = DropboxNodeFetcher(host: host)
            let result = run { fetcher.pages(from: start) }
            return (result.values, result.end, host.calls)
        }
    }

    private func page(_ cursor: String, more: Bool) -> StubResponse {
        .text("{\"entries\":[],\"cursor\":\"\(cursor)\",\"has_more\":\(more)}")
    }

    @Test func pagesAreReadUntilThereAreNoMore() {
        var answered = 0
        let result = fetchPages(.beginning(folder: "/")) { _ in
            answered += 1
            return page("c\(answered)", more: answered < 4)
        }
        #expect(result.values.map(\.cursor.rawValue) == ["c1", "c2", "c3", "c4"])
        #expect(result.end == .completed)
        #expect(
            result.calls.map(\.url.path) == ["/2/files/list_folder"]
                + Array(repeating: "/2/files/list_folder/continue", count: 3))
        #expect(
            String(decoding: result.calls[0].body, as: UTF8.self)
                == "{\"path\":\"\",\"recursive\":true,\"limit\":2000}")
        #expect(
            String(decoding: result.calls[3].body, as: UTF8.self) == "{\"cursor\":\"c3\"}")
    }

    @Test func nothingNewIsOneRequest() {
        let result = fetchPages(.cursor(FeedCursor(rawValue: "c"))) { _ in page("c", more: false) }
        #expect(result.calls.count == 1)
        #expect(result.end == .completed)
    }

    @Test func aServerThatStandsStillIsLeft() {
        let result = fetchPages(.cursor(FeedCursor(rawValue: "c"))) { _ in page("c", more: true) }
        #expect(result.end == .failed(FeedError(.malformedAnswer, "")))
        #expect(result.values.count == 99)
    }

    @Test func aServerThatSendsEmptyPagesForeverIsLeft() {
        var answered = 0
        let result = fetchPages(.cursor(FeedCursor(rawValue: "c"))) { _ in
            answered += 1
            return page("c\(answered)", more: true)
        }
        #expect(result.end == .failed(FeedError(.malformedAnswer, "")))
        #expect(result.values.count == ListingPager.emptyLimit - 1)
    }

    @Test(arguments: [
        (409, "{\"error_summary\":\"reset/..\",\"error\":{\".tag\":\"reset\"}}", "cursorReset"),
        (
            409,
            "{\"error_summary\":\"\",\"error\":{\".tag\":\"path\",\"path\":{\".tag\":\"not_found\"}}}",
            "folderNotFound"
        ),
        (
            409, "{\"error\":{\".tag\":\"path\",\"path\":{\".tag\":\"malformed_path\"}}}",
            "folderNotFound"
        ),
        (409, "{\"error\":{\".tag\":\"other\"}}", "requestRefused"),
        (401, "{\"error\":{\".tag\":\"expired_access_token\"}}", "tokenExpired"),
        (401, "{\"error\":{\".tag\":\"invalid_access_token\"}}", "tokenRefused"),
        (
            401, "{\"error\":{\".tag\":\"missing_scope\",\"required_scope\":\"x\"}}",
            "permissionMissing"
        ),
        (401, "", "tokenRefused"), (403, "{}", "permissionMissing"),
        (400, "Error in call to API function: Invalid \"cursor\"", "cursorReset"),
        (400, "The given OAuth 2 access token is malformed.", "tokenRefused"),
        (400, "Invalid authorization value in HTTP header \"Authorization\"", "tokenRefused"),
        (400, "no good", "requestRefused"), (500, "", "network"),
        (200, "<html>", "malformedAnswer"), (200, "", "malformedAnswer"),
    ])
    func everyRefusalHasItsName(status: Int, body: String, code: String) {
        let result = fetchPages(.cursor(FeedCursor(rawValue: "c"))) { _ in
            .text(body, status: status)
        }
        guard case .failed(let error)? = result.end else {
            Issue.record("\(status) is a failure")
            return
        }
        #expect(error.code.name == code, "\(error)")
    }

    @Test func aRefusalNamesTheWaitThatItAsksFor() {
        let result = fetchPages(.beginning(folder: "")) { _ in
            StubResponse(429, headers: ["Retry-After": "86400"])
        }
        guard case .failed(let error)? = result.end else {
            Issue.record("a wait that is too long is a failure")
            return
        }
        #expect(error.code == .rateLimited)
        #expect(error.message.hasSuffix("429, and asks for a wait of 86400 s"), "\(error)")
    }

    @Test func aRefusalWithoutAWordEndsWithItsStatus() {
        let result = fetchPages(.beginning(folder: "")) { _ in .text("", status: 404) }
        guard case .failed(let error)? = result.end else {
            Issue.record("404 is a failure")
            return
        }
        #expect(error.message.hasSuffix("404"), "\(error)")
    }

    @Test(arguments: [
        ("/a", "the server has no folder /a"),
        ("", "the server does not find the folder of the account"),
    ])
    func aFolderThatIsNotFoundIsNamed(_ folder: String, _ message: String) {
        let result = fetchPages(.beginning(folder: folder)) { _ in
            .text(
                "{\"error\":{\".tag\":\"path\",\"path\":{\".tag\":\"not_found\"}}}", status: 409)
        }
        guard case .failed(let error)? = result.end else {
            Issue.record("a folder that is not found is a failure")
            return
        }
        #expect(error.code == .folderNotFound && error.message == message, "\(error)")
    }

    @Test func aMalformedPageNamesRouteAndField() {
        let result = fetchPages(.beginning(folder: "")) { _ in
            .text("{\"entries\":[{\"size\":true}]}")
        }
        guard case .failed(let error)? = result.end else {
            Issue.record("a malformed page is a failure")
            return
        }
        #expect(error.message.contains("files/list_folder"))
        #expect(error.message.contains("entries[0].size"))
    }

    @Test func aPauseIsWaitedForAndShown() {
        var answered = 0
        scheduler.enter {
            let host = HostStub(home: .here) { _ in
                answered += 1
                return answered == 1
                    ? StubResponse(429, headers: ["Retry-After": "15"]) : page("c", more: false)
            }
            let fetcher = DropboxNodeFetcher(host: host)
            var pauses: [FeedPause?] = []
            fetcher.pauses.observe { pauses.append($0) }
            let result = run { fetcher.pages(from: .beginning(folder: "")) }
            #expect(result.end == .completed)
            #expect(pauses.first == .some(nil))
            #expect(pauses.contains { $0?.reason == .rateLimit })
            #expect(pauses.last == .some(nil))
        }
        #expect(scheduler.now >= SchedulerInstant(nanoseconds: 15_000_000_000))
    }

    /// The answers that make a host wait, and what is shown as the cause of the wait.
    private static let causes: [(StubResponse?, HTTPError.Code, FeedPause.Cause?)] = [
        (StubResponse(429, headers: ["Retry-After": "15"]), .rateLimited, .status(429)),
        (StubResponse(503), .serverBusy, .status(503)),
        (StubResponse(502), .serverFailed, .status(502)),
        (nil, .nameNotResolved, .nameNotResolved),
        (nil, .connectionRefused, .connectionRefused),
        (nil, .connectFailed, .noConnection),
        (nil, .proxyFailed, .proxyFailed),
        (nil, .tlsFailed, .tlsFailed),
        (nil, .emptyResponse, .connectionLost),
        (nil, .requestTimeout, nil),
    ]

    @Test(arguments: causes.indices)
    func aWaitNamesWhatTheLastRequestEndedWith(_ index: Int) {
        let (response, code, cause) = Self.causes[index]
        scheduler.enter {
            var answered = 0
            let host = HostStub(home: .here) { _ in
                answered += 1
                guard answered == 1 else { return page("c", more: false) }
                guard let response else { throw HTTPError(code, "failed", phase: .connecting) }
                return response
            }
            let fetcher = DropboxNodeFetcher(host: host)
            var pauses: [FeedPause] = []
            fetcher.pauses.observe { if let wait = $0 { pauses.append(wait) } }
            let result = run { fetcher.pages(from: .beginning(folder: "")) }
            #expect(result.end == .completed)
            #expect(pauses.map(\.cause) == [cause])
        }
    }

    /// The results of twelve listings that begin when the server becomes unreachable for `seconds`.
    private func fetchPages(
        whileAwayFor seconds: Int64
    ) -> (ends: [Completion<FeedError>], pauses: [FeedPause?]) {
        scheduler.enter {
            let scheduler = scheduler
            let host = HostStub(home: .here, options: HTTPOptions { $0.retry = DropboxHosts.retry })
            { _ in
                guard scheduler.now.nanoseconds >= seconds * 1_000_000_000 else {
                    throw HTTPError(.connectionLost, "gone", phase: .awaiting)
                }
                return page("c", more: false)
            }
            let fetcher = DropboxNodeFetcher(host: host)
            var pauses: [FeedPause?] = []
            var ends: [Completion<FeedError>] = []
            fetcher.pauses.observe { pauses.append($0) }
            for _ in 0..<12 {
                fetcher.pages(from: .beginning(folder: ""))
                    .observe({ _ in }, ended: { ends.append($0) })
            }
            scheduler.run()
            return (ends, pauses)
        }
    }

    @Test func aServerThatIsAwayForTenSecondsIsWaitedForAndTheWaitsAreShown() {
        let (ends, pauses) = fetchPages(whileAwayFor: 10)
        #expect(ends == Array(repeating: .completed, count: 12))
        #expect(pauses.contains { $0?.reason == .failure })
        #expect(pauses.allSatisfy { ($0?.duration ?? .zero) <= .seconds(16) })
        #expect(pauses.last == .some(nil))
    }

    @Test func aServerThatStaysAwayIsGivenUpWithinHalfAMinute() {
        let (ends, _) = fetchPages(whileAwayFor: 1_000)
        #expect(ends == Array(repeating: .failed(FeedError(.network, "")), count: 12))
        #expect(scheduler.now >= SchedulerInstant(nanoseconds: 15_500_000_000))
        #expect(scheduler.now <= SchedulerInstant(nanoseconds: 31_000_000_000))
    }

    // MARK: Thumbnails

    private func pending(_ number: Int) -> PendingThumbnail {
        PendingThumbnail(
            id: NodeID(rawValue: "id:\(number)"), revision: "rev\(number)",
            position: FeedPosition(date: FeedTime(secondsSinceEpoch: 0), number: Int64(number)))
    }

    private func fetch(
        _ count: Int, withMediaInfo: Bool = false,
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) -> (outcomes: [ThumbnailResult], end: Completion<FeedError>?, calls: Int) {
        scheduler.enter {
            let host = HostStub(home: .here, respond)
            let fetcher = DropboxThumbnailFetcher(host: host)
            let result = run {
                fetcher.fetch(
                    (0..<count).map(pending), size: .small, withMediaInfo: withMediaInfo)
            }
            return (result.values.flatMap { $0 }, result.end, host.calls.count)
        }
    }

    @Test func anEntryThatFailsFailsNoOther() {
        let result = fetch(4) { _ in
            .text(
                """
                {"entries":[
                {".tag":"success","metadata":{"rev":"rev0"},"thumbnail":"/9j/wAAC/9oAAgD/2Q=="},
                {".tag":"failure","failure":{".tag":"unsupported_image"}},
                {".tag":"failure","failure":{".tag":"path","path":{".tag":"not_found"}}},
                {".tag":"success","metadata":{"rev":"newer"},"thumbnail":"/9j/wAAC/9oAAgD/2Q=="}]}
                """)
        }
        #expect(result.end == .completed)
        #expect(
            result.outcomes.map(\.result) == [
                .picture(Self.jpeg, .notRequested),
                .failure(ThumbnailFailure(reason: "unsupported_image", isPermanent: true)),
                .failure(ThumbnailFailure(reason: "path/not_found", isPermanent: false)),
                .failure(
                    ThumbnailFailure(
                        reason: "the photo has changed since it was listed", isPermanent: false)),
            ])
    }

    @Test func whatIsNoPictureIsNotStored() {
        let result = fetch(1) { _ in
            .text(
                """
                {"entries":[{".tag":"success","metadata":{"rev":"rev0"},"thumbnail":"PGh0bWw+"}]}
                """)
        }
        #expect(
            result.outcomes.map(\.result) == [
                .failure(
                    ThumbnailFailure(
                        reason: "the thumbnail is not a complete JPEG", isPermanent: false))
            ])
    }

    @Test(arguments: [false, true])
    func aPhotoOnWhichTheServerFailsIsLeftOutAlone(withMediaInfo: Bool) {
        let result = fetch(6, withMediaInfo: withMediaInfo) { call in
            let argument =
                withMediaInfo
                ? call.headers["Dropbox-API-Arg"] ?? "" : String(decoding: call.body, as: UTF8.self)
            let asked = (0..<6).filter { argument.contains("\"id:\($0)\"") }
            guard !asked.contains(1) else { return StubResponse(500) }
            guard !withMediaInfo else {
                let result = "{\"file_metadata\":{\"rev\":\"rev\(asked[0])\"}}"
                return StubResponse(
                    headers: ["Dropbox-API-Result": result], body: Self.jpeg)
            }
            let entries = asked.map {
                "{\".tag\":\"success\",\"metadata\":{\"rev\":\"rev\($0)\"},"
                    + "\"thumbnail\":\"/9j/wAAC/9oAAgD/2Q==\"}"
            }
            return .text("{\"entries\":[\(entries.joined(separator: ","))]}")
        }
        #expect(result.end == .completed)
        let failed = result.outcomes.filter {
            if case .failure(let failure) = $0.result { !failure.isPermanent } else { false }
        }
        #expect(failed.map(\.pending.id.rawValue) == ["id:1"])
        #expect(result.outcomes.count == 6)
    }

    @Test(arguments: [false, true])
    func aServerThatFailsOnEveryPhotoIsLeft(withMediaInfo: Bool) {
        let result = fetch(25, withMediaInfo: withMediaInfo) { _ in StubResponse(500) }
        #expect(result.end == .failed(FeedError(.network, "")))
        // Each request is tried four times; asking for every photo would take a hundred.
        #expect(result.calls < 40, "\(result.calls) requests")
    }

    @Test(arguments: [
        ("", MediaInfoState.nothing), (",\"media_info\":null", .nothing),
        (",\"media_info\":{\".tag\":\"pending\"}", .pending),
        (",\"media_info\":{\".tag\":\"metadata\",\"metadata\":{\".tag\":\"hologram\"}}", .nothing),
        (
            ",\"media_info\":{\".tag\":\"metadata\",\"metadata\":{\".tag\":\"photo\"}}",
            .known(MediaInfo(kind: .photo))
        ),
    ])
    func aServerThatReadsNothingOutOfAPictureSaysSo(field: String, answer: MediaInfoState) {
        let result = fetch(1, withMediaInfo: true) { _ in
            StubResponse(
                headers: ["Dropbox-API-Result": "{\"file_metadata\":{\"rev\":\"rev0\"\(field)}}"],
                body: Self.jpeg)
        }
        #expect(result.outcomes.map(\.result) == [.picture(Self.jpeg, answer)])
    }

    @Test func largeThumbnailsComeInSmallerBatches() {
        scheduler.enter {
            let fetcher = DropboxThumbnailFetcher(
                host: HostStub(home: .here) { _ in StubResponse(500) })
            #expect(fetcher.batchLimit(for: .medium) == 25)
            #expect(fetcher.batchLimit(for: .large) == 8)
        }
    }

    @Test(
        arguments: [
            (
                """
                {"account_id":"a","name":{"given_name":"A","display_name":"Ada Park"},
                 "email":"ada@example.com","root_info":{".tag":"team","root_namespace_id":"7",
                 "home_namespace_id":"1","home_path":"/Ada"}}
                """, "Ada Park", "ada@example.com", "7"
            ),
            (
                #"{"account_id":"a","root_info":{"root_namespace_id":"7","home_namespace_id":"7"}}"#,
                nil, nil, nil
            ),
            (#"{"account_id":"a","email":null,"name":{}}"#, nil, nil, nil),
            (#"{"account_id":"a","email":7,"name":"Ada","root_info":[]}"#, nil, nil, nil),
            (#"{"account_id":"a","email":{},"name":{"display_name":true}}"#, nil, nil, nil),
            (
                #"{"account_id":"a","email":"\#(String(repeating: "x", count: 1_001))"}"#, nil, nil,
                nil
            ),
        ] as [(String, String?, String?, String?)])
    func theOwnerOfAnAccountIsDescribed(
        _ body: String, _ name: String?, _ email: String?, _ teamSpace: String?
    ) {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in .text(body) }
            var found: [AccountIdentity] = []
            host.output(of: DropboxGetCurrentAccount())
                .observe({ found.append($0) }, ended: { _ in })
            scheduler.run()
            #expect(
                found == [
                    AccountIdentity(
                        account: FeedAccount(rawValue: "a"), name: name, email: email,
                        teamSpace: teamSpace)
                ])
        }
    }

    @Test(arguments: [
        ("expired_access_token", 1), ("invalid_access_token", 1), ("", 1), ("missing_scope", 0),
        ("route_access_denied", 0), ("user_suspended", 0), ("invalid_select_user", 0),
    ])
    func aTokenIsRenewedOnlyWhereAnotherOneWouldHelp(_ tag: String, _ renewals: Int) {
        scheduler.enter {
            let tokens = Tokens()
            let host = HostStub(home: .here, credentials: tokens) { _ in
                .text(#"{"error":{".tag":"\#(tag)"}}"#, status: 401)
            }
            let result = run { DropboxAccountFetcher(host: host).account() }
            #expect(tokens.renewals == renewals && host.calls.count == 1 + renewals)
            guard case .failed(let error)? = result.end else {
                Issue.record("the request succeeded")
                return
            }
            let codes: [FeedError.Code] = [.tokenExpired, .tokenRefused, .permissionMissing]
            #expect(codes.contains(error.code))
        }
    }

    private final class Tokens: CredentialSource {
        private(set) var renewals = 0
        var current: Credential? { .bearer("token-\(renewals)") }

        func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
            renewals += 1
            return .just(.bearer("token-\(renewals)"))
        }
    }

    @Test(
        arguments: [
            ("{\"account_id\":\"dbid:1\",\"name\":{}}", "dbid:1"), ("{}", nil),
            ("{\"account_id\":\"\"}", nil), ("[]", nil),
        ] as [(String, String?)])
    func theAccountOfACredentialIsReadOrMalformed(body: String, account: String?) {
        scheduler.enter {
            let fetcher = DropboxAccountFetcher(host: HostStub(home: .here) { _ in .text(body) })
            let result = run { fetcher.account() }
            #expect(result.values.map(\.rawValue) == [account].compactMap(\.self))
            let malformed = Completion<FeedError>.failed(FeedError(.malformedAnswer, ""))
            #expect(result.end == (account == nil ? malformed : .completed))
        }
    }

    @Test func anAnswerForAnotherNumberOfPhotosIsMalformed() {
        let result = fetch(2) { _ in .text("{\"entries\":[]}") }
        #expect(result.end == .failed(FeedError(.malformedAnswer, "")))
    }

    @Test func withMediaInfoEachPhotoIsARequest() {
        let result = fetch(3, withMediaInfo: true) { call in
            let argument = call.headers["Dropbox-API-Arg"] ?? ""
            guard let number = (0..<3).first(where: { argument.contains("\"id:\($0)\"") }) else {
                return StubResponse(400)
            }
            guard number != 1 else {
                return .text(
                    "{\"error\":{\".tag\":\"unsupported_extension\"}}", status: 409)
            }
            return StubResponse(
                headers: [
                    "Dropbox-API-Result":
                        """
                    {"file_metadata":{"rev":"rev\(number)","media_info":{".tag":"metadata",\
                    "metadata":{".tag":"photo","time_taken":"2001-02-03T04:05:06Z"}}}}
                    """
                ], body: Self.jpeg)
        }
        #expect(result.calls == 3)
        #expect(result.end == .completed)
        let infos = result.outcomes.compactMap { outcome -> MediaInfo? in
            guard case .picture(_, .known(let info)) = outcome.result else { return nil }
            return info
        }
        #expect(infos.count == 2)
        #expect(infos.first?.timeTaken?.description == "2001-02-03T04:05:06")
        #expect(
            result.outcomes.contains {
                $0.result
                    == .failure(
                        ThumbnailFailure(reason: "unsupported_extension", isPermanent: true))
            })
    }
}
