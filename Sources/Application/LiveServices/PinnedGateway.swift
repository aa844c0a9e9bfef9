import Accounts
import HTTPGateway
import Scheduling
import Signals

/// A gateway to a server whose certificate the user has confirmed.
///
/// If the server shows another one, the error names the fingerprints of both.
final class PinnedGateway: RequestGateway {  // not @Schedulable: its gateway is checked
    private let gateway: any RequestGateway
    private let certificate: ServerCertificate
    private let examine: @Sendable (HTTPURL) async -> ServerTrust

    init(
        _ gateway: any RequestGateway, _ certificate: ServerCertificate,
        examine: @escaping @Sendable (HTTPURL) async -> ServerTrust
    ) {
        self.gateway = gateway
        self.certificate = certificate
        self.examine = examine
    }

    var home: SchedulerIsolation { gateway.home }

    var options: HTTPOptions { gateway.options }

    func push<Request: HTTPRequest>(
        _ request: Request, to url: HTTPURL, options: HTTPOptions
    ) -> Signal<HTTPEvent<Request.Output>, HTTPError> {
        let (certificate, examine) = (certificate, examine)
        return gateway.push(request, to: url, options: options).catch { [gateway] error in
            guard error.code == .certificateRejected else { return .fail(error) }
            return Signal<ServerTrust, Never>.task(in: gateway.home) { await examine(url) }
                .flatMap(.concat) { trust in
                    .fail(Self.error(error, at: url, expecting: certificate, trust))
                }
        }
    }

    private static func error(
        _ error: HTTPError, at url: HTTPURL, expecting certificate: ServerCertificate,
        _ trust: ServerTrust
    ) -> HTTPError {
        guard case .untrusted(let pem, _) = trust, let shown = ServerCertificate(pem: pem),
            shown != certificate
        else { return error }
        return HTTPError(
            error.code,
            "the certificate of \(url.origin.host) is not the one that was confirmed: its SHA-256 "
                + "fingerprint is \(shown.fingerprint), and not \(certificate.fingerprint)",
            phase: error.phase, cause: error)
    }
}
