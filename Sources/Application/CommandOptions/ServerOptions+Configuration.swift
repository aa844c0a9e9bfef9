package import Accounts
import CommandLineProgram
import HTTPGateway
import PhotoFeed
package import ProgramServices

extension ServerOptions {
    /// The server of a run: that of the account, or the one that the options select.
    ///
    /// - Parameters:
    ///   - account: the account; `nil` for the options.
    ///   - receiveLimit: the limit of the download rate in bytes per second.
    /// - Throws: `ProgramError` if the options give no token, and as
    ///   `ServerConfiguration.init(of:caFile:receiveLimit:network:)`.
    package func configuration(
        for account: Account?, receiveLimit: Int? = nil
    ) async throws -> ServerConfiguration {
        let caFile = certificates.path
        let network = try network.settings
        if let account {
            return try ServerConfiguration(
                of: account, caFile: caFile, receiveLimit: receiveLimit, network: network)
        }
        let endpoint = endpoint.url
        // A server on this machine may need no token, but the `Authorization` header must not be
        // empty.
        let fallback = endpoint?.origin.isLoopback == true ? "anonymous" : nil
        guard let token = try await token.token(for: endpoint, of: service) ?? fallback else {
            throw ProgramError(
                .authorization,
                "no account and no token: run photopark login, or give --account, --token-file or "
                    + "--token-command")
        }
        var configuration = ServerConfiguration(
            provider: service, endpoint: endpoint, caFile: caFile,
            access: .credential(
                credential(token),
                renewal: service.credentialForm == .accessToken ? self.token.renewal : nil),
            receiveLimit: receiveLimit, network: network)
        configuration.usesInsecureHTTP = self.endpoint.usesInsecureHTTP
        return configuration
    }
}
