package import Accounts
import CommandLineProgram
import HTTPGateway
import PhotoFeed
package import ServiceKeys

extension ServerOptions {
    /// Returns the server of `account`, or the one that the options select without an account.
    ///
    /// - Parameter receiveLimit: the limit of the download rate in bytes per second.
    /// - Throws: `ProgramError` without an account and without a token; `AccountError`.
    @MainActor
    package func configuration(
        for account: Account?, receiveLimit: Int? = nil
    ) async throws -> ServerConfiguration {
        let caFile = certificates.path
        if let account {
            return try ServerConfiguration(
                of: account, caFile: caFile, receiveLimit: receiveLimit)
        }
        let provider = service
        let endpoint = endpoint.url
        // A server on this machine may need no token, but the `Authorization` header must not be
        // empty.
        let fallback = endpoint?.origin.isLoopback == true ? "anonymous" : nil
        let token = try await token.token(for: endpoint, of: provider)
        guard let secret = token ?? fallback else {
            throw ProgramError(
                .authorization,
                "no account and no token: run photopark login, or give --account, --token-file or "
                    + "--token-command")
        }
        return ServerConfiguration(
            provider: provider, endpoint: endpoint, caFile: caFile,
            access: .credential(
                credential(secret),
                renewal: provider.credentialForm == .accessToken ? self.token.renewal : nil),
            receiveLimit: receiveLimit)
    }
}
