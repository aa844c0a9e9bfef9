import Accounts
import CommandLineProgram
import PhotoFeed
import Testing

@testable import CommandOptions

/// The exit codes of sign-in errors.
@Suite struct AccountErrorTests {
    private static let codes: [Int32: [AccountError.Code]] = [
        64: [
            .nameInvalid, .nameMissing, .accountMismatch, .inputMissing, .appKeyInvalid,
            .insecureAddress,
        ],
        65: [.accountDamaged], 66: [.accountNotFound], 69: [.network, .serverNotTrusted],
        70: [.serviceUnavailable], 73: [.cannotListen, .folderUnusable],
        74: [.storage, .diskFull], 75: [.rateLimited], 76: [.requestRefused, .malformedAnswer],
        77: [
            .accessDenied, .grantRefused, .tokenExpired, .clientRefused, .scopeMissing,
            .credentialMissing, .credentialExposed, .credentialDamaged, .commandFailed,
            .codeMalformed, .timedOut, .cancelled,
        ],
        78: [.accountTooNew], 79: [.locked],
    ]

    @Test(arguments: codes.keys)
    func aSignInThatFailsHasItsExitCode(_ code: Int32) {
        for error in Self.codes[code] ?? [] {
            let report = FailureReport(AccountError(error, "the\u{1B} message"))
            #expect(report.status.rawValue == code, "\(error.name)")
            #expect(report.message.hasPrefix("the\\u{1B} message"))
        }
    }

    @Test func aTokenThatCannotBeRenewedIs77() {
        let report = FailureReport(FeedError(.credentialUnavailable, "sign in"))
        #expect(report.status.rawValue == 77 && report.message == "sign in")
    }
}
