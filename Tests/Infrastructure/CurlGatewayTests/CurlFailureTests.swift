import Foundation
import HTTPGateway
import Testing

@testable import CurlGateway

@Suite struct CurlFailureTests {
    /// The codes that a transfer of HTTP can end with, and what they mean to a program.
    private static let expected: [Int: HTTPError.Code] = [
        1: .malformedResponse, 3: .invalidURL, 5: .proxyFailed, 6: .nameNotResolved,
        7: .connectFailed,
        8: .malformedResponse, 9: .proxyFailed, 16: .connectionLost, 18: .truncatedBody,
        22: .malformedResponse,
        25: .sendFailed, 26: .bodyFailed, 33: .malformedResponse, 35: .tlsFailed, 37: .fileFailed,
        42: .bodyFailed, 45: .connectFailed, 47: .tooManyRedirects, 52: .emptyResponse,
        53: .tlsFailed,
        54: .tlsFailed, 55: .sendFailed, 56: .connectionLost, 58: .tlsFailed, 59: .tlsFailed,
        60: .certificateRejected, 61: .badEncoding, 63: .bodyTooLarge, 64: .tlsFailed,
        65: .sendFailed,
        66: .tlsFailed, 67: .proxyFailed, 77: .invalidRequest, 80: .tlsFailed, 82: .invalidRequest,
        83: .certificateRejected, 88: .malformedResponse, 90: .certificateRejected,
        91: .certificateRejected,
        92: .connectionLost, 94: .proxyFailed, 95: .connectionLost, 96: .connectionLost,
        97: .proxyFailed,
        98: .tlsFailed,
    ]

    @Test func everyCodeOfTheLibraryHasAMeaning() {
        for number in 1...99 where number != 28 {
            let error = CurlFailure.error(LibcurlResult(code: number), phase: .receiving)
            #expect(error.code == Self.expected[number] ?? .transportFailed, "libcurl \(number)")
            #expect((error.cause as? LibcurlResult)?.code == number)
            #expect(!error.reason.isEmpty)
        }
    }

    @Test func aRefusedConnectionIsToldFromOneThatFailsOtherwise() {
        func code(_ systemError: Int32) -> HTTPError.Code {
            CurlFailure.error(
                LibcurlResult(code: 7), phase: .connecting, systemError: systemError
            ).code
        }
        #expect(code(ECONNREFUSED) == .connectionRefused)
        #expect(code(EHOSTUNREACH) == .connectFailed)
        #expect(code(0) == .connectFailed)
    }

    @Test(arguments: HTTPError.Phase.allCases)
    func aTimeoutIsTheConnectionsOrTheTransfers(_ phase: HTTPError.Phase) {
        let error = CurlFailure.error(LibcurlResult(code: 28), phase: phase)
        let isEarly = [.preparing, .waiting, .resolving, .connecting, .securing].contains(phase)
        #expect(error.code == (isEarly ? .connectTimedOut : .stalled))
        #expect(error.isRetryable)
    }
}
