import BoundaryErrors
import DurableFiles
import KeyedStore
package import PhotoFeed
package import Scheduling
import Signals

extension AccountError {
    /// Creates the error for a request of a feed that failed during a sign-in.
    package init(_ error: FeedError) {
        let code: Code =
            switch error.code {
            case .tokenExpired: .tokenExpired
            case .tokenRefused, .passwordRefused, .credentialUnavailable: .grantRefused
            case .permissionMissing: .scopeMissing
            case .network: .network
            case .serverNotTrusted: .serverNotTrusted
            case .rateLimited: .rateLimited
            case .malformedAnswer, .tooLarge: .malformedAnswer
            case .serviceUnavailable: .serviceUnavailable
            default: .requestRefused
            }
        // The remedies of the codes are those of a sign-in by tokens.
        let advice = error.advice == error.code.advice ? nil : error.advice
        self.init(code, error.message, advice: advice, cause: error)
    }

    /// Creates the error for a file of an account.
    init(_ error: DurableFileError) {
        let code: Code =
            switch error.code {
            case .noSpace: .diskFull
            case .exposed: .credentialExposed
            case .locked: .locked
            case .badName, .isFolder, .notAFolder, .notRegularFile, .notFound, .notPermitted:
                .folderUnusable
            default: .storage
            }
        self.init(code, error.message, advice: error.advice, cause: error)
    }

    /// Creates the error for the stored description or credential of an account.
    ///
    /// - Parameters:
    ///   - damage: the code for content that cannot be read.
    ///   - failure: the code for a place that fails for another reason.
    init(_ error: KeyedStoreError, damage: Code, failure: Code = .storage) {
        let code: Code =
            switch error.code {
            case .damaged, .unreadable, .tooLarge: damage
            case .newerFormat: .accountTooNew
            case .exposed: .credentialExposed
            case .locked: .locked
            case .notPermitted: .folderUnusable
            case .noSpace: .diskFull
            default: failure
            }
        // The remedy of the store may lose the account: a newer one needs another program.
        let advice = code == .accountTooNew ? code.advice : error.advice
        self.init(code, error.message, advice: advice, cause: error)
    }
}

extension AccountError: UnavailabilityConvertible {
    /// Creates the failure of a call to a service that is unavailable.
    package init(unavailable error: BoundError) {
        self.init(
            .serviceUnavailable, "the service could not be called: \(error)", cause: error)
    }
}

extension FeedError {
    /// Creates the feed's error for a credential that could not be read or renewed.
    init(_ error: AccountError) {
        let code: Code =
            switch error.code {
            case .network: .network
            case .serverNotTrusted: .serverNotTrusted
            case .rateLimited: .rateLimited
            case .requestRefused, .malformedAnswer: .malformedAnswer
            case .storage, .folderUnusable: .storage
            case .diskFull: .diskFull
            case .serviceUnavailable: .serviceUnavailable
            default: .credentialUnavailable
            }
        // A code without a remedy of its own gets that of the account.
        self.init(code, code.advice == nil ? error.description : error.message, cause: error)
    }
}
