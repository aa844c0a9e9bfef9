import Accounts
import ArgumentParser
import SceneFlow

/// The fingerprint of a certificate on the command line.
struct CertificateFingerprint {
    /// The fingerprint in its usual form.
    let text: String

    /// Parses 64 hex digits, which colons or spaces may separate.
    ///
    /// - Throws: `ValidationError` for another text.
    init(argument: String) throws {
        guard let text = ServerCertificate.fingerprint(in: argument) else {
            throw ValidationError("a SHA-256 fingerprint has 64 hex digits")
        }
        self.text = text
    }
}

/// The decision about the certificate of a server for which no authority vouches.
struct CertificateCheck {
    /// A decision.
    enum Decision {
        case trust
        case refuse(AccountError)
        case ask(ConfirmCertificate)
    }

    let host: String
    /// The reason for which the certificate proves nothing.
    let reason: String
    /// The certificate that the server shows.
    let shown: ServerCertificate
    /// The certificate that the account has trusted so far.
    let former: ServerCertificate?
    /// The fingerprint that the user has given.
    let given: String?

    /// Returns the decision, where a person may be asked.
    func decision(canAsk: Bool) -> Decision {
        if let given { return given == shown.fingerprint ? .trust : .refuse(refusal) }
        if former == shown { return .trust }
        guard canAsk else { return .refuse(refusal) }
        return .ask(
            ConfirmCertificate(
                host: host, reason: reason, fingerprint: shown.fingerprint,
                former: former?.fingerprint))
    }

    /// The error of a certificate that is not confirmed.
    var refusal: AccountError {
        let other = given ?? former?.fingerprint
        return AccountError(
            .serverNotTrusted,
            "the certificate of \(host) is not trusted (\(reason)): its SHA-256 fingerprint is "
                + shown.fingerprint + (other.map { ", and not \($0)" } ?? ""),
            advice: "compare it with that on the server, and give it by --fingerprint, or trust "
                + "the issuer with --ca-file FILE")
    }
}

/// The question whether a certificate is that of the server.
struct ConfirmCertificate: Prompt {
    typealias Answer = Bool
    static let name = "--fingerprint FINGERPRINT"

    let host: String
    let reason: String
    let fingerprint: String
    /// The fingerprint of the certificate that was trusted so far; `nil` for a new account.
    let former: String?
}
