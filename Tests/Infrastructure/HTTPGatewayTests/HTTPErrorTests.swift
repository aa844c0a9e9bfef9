import Scheduling
import Testing

@testable import HTTPGateway

@Suite struct HTTPErrorTests {
    @Test func everyClassOfStatusHasACode() {
        let named: [Int: HTTPError.Code] = [
            401: .unauthorized, 403: .forbidden, 404: .notFound, 408: .requestTimeout,
            409: .conflict, 410: .notFound,
            412: .preconditionFailed, 416: .rangeNotSatisfiable, 429: .rateLimited,
            503: .serverBusy,
        ]
        for status in 100..<600 {
            let expected: HTTPError.Code =
                switch status {
                case 400..<500: .rejected
                case 500..<600: .serverFailed
                default: .unexpectedStatus
                }
            #expect(HTTPError.Code(refused: status) == named[status] ?? expected, "\(status)")
        }
    }

    @Test func equalityIsTheCodes() {
        #expect(HTTPError(.stalled, "a") == HTTPError(.stalled, "b", phase: .sending))
        #expect(HTTPError(.stalled, "a") != HTTPError(.cancelled, "a"))
        #expect(
            HTTPError.Code("mine", advice: "a")
                == HTTPError.Code("mine", isTransient: true, advice: "b"))
    }

    @Test func theDescriptionSaysWhatWhereAndWhatToDo() {
        let error = HTTPError(.stalled, "no byte came", phase: .receiving)
        #expect(
            "\(error.of("GET http://a/", attempts: 3))"
                == "GET http://a/: no byte came (stalled, while receiving, attempt 3); "
                + (HTTPError.Code.stalled.advice ?? ""))
    }

    @Test(
        arguments: [
            ("0", nil, 0), ("120", nil, 120), ("000120", nil, 120), ("-1", nil, nil),
            ("", nil, nil), ("1e3", nil, nil),
            ("1000000000000", nil, 31_536_000), ("99999999999999999999", nil, 31_536_000),
            ("soon", nil, nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", 30),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", nil, nil),
            ("Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", nil),
        ] as [(String, String?, Int64?)])
    func retryAfterIsReadOrIgnored(_ field: String, _ date: String?, _ seconds: Int64?) {
        #expect(RetryAfter.read(field, date: date) == seconds.map { .seconds($0) })
    }

    @Test func datesAreCountedFrom1970() {
        #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Tue, 29 Feb 2000 23:59:59 GMT") == 951_868_799)
        #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
        #expect(HTTPDate.seconds("Thu, 29 Feb 2001 23:59:59 GMT") == nil)
    }

    @Test func credentialsNeverPrint() {
        var text = ""
        let credential = Credential.basic(user: "canary", password: "canary")
        dump(
            (credential, HTTPOptions { $0.credential = credential }, HTTPProxy.Secret("canary")),
            to: &text)
        let proxy = HTTPProxy(url: "u", password: .init("canary"))
        text += "\(credential) \(String(reflecting: credential)) \(proxy)"
        #expect(!text.contains("canary") && !text.contains("Y2FuYXJ5"))
    }

    @Test func theAttemptIsToldFromTheSecondOn() {
        let error = HTTPError(.serverBusy, "busy")
        #expect(!"\(error.of("GET /", attempts: 1))".contains("attempt"))
        #expect("\(error.of("GET /", attempts: 2))".contains("attempt 2"))
    }
}
