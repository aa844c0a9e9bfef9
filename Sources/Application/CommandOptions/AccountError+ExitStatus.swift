package import Accounts
package import CommandLineProgram

extension AccountError: CommandFailure {
    package var exitStatus: ExitStatus {
        switch code {
        case .nameInvalid, .nameMissing, .accountMismatch, .inputMissing, .appKeyInvalid,
            .passwordInvalid, .insecureAddress:
            .usage
        case .accountDamaged: .damagedLibrary
        case .accountNotFound: .noInput
        case .network, .serverNotTrusted: .network
        case .cannotListen, .folderUnusable: .cannotCreate
        case .storage, .diskFull: .inputOutput
        case .rateLimited: .rateLimit
        case .requestRefused, .malformedAnswer: .protocolViolation
        case .accountTooNew: .newerLibrary
        case .locked: .locked
        case .serviceUnavailable: .internalError
        default: .authorization
        }
    }
}
