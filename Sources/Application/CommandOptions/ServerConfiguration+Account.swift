package import Accounts
import CommandLineProgram
import HTTPGateway
import PhotoFeed
import Providers
package import ServiceKeys

extension ServerConfiguration {
    /// Creates the configuration for the server of an account.
    ///
    /// - Parameters:
    ///   - account: the account, whose tokens are used.
    ///   - caFile: the path of the trusted authorities; `nil` for those of the system.
    ///   - receiveLimit: the limit of the download rate in bytes per second.
    /// - Throws: `ProgramError` if this version lacks the provider; `AccountError` for a
    ///   description that is not valid.
    package init(of account: Account, caFile: String? = nil, receiveLimit: Int? = nil) throws {
        guard let provider = Providers.all.first(where: { $0.name == account.provider }) else {
            throw ProgramError(
                .newerLibrary,
                "the account \(account.name) belongs to \(account.provider), which this version of "
                    + "the program does not have: update the program")
        }
        let endpoint: HTTPURL?
        do throws(HTTPError) {
            endpoint = try account.endpoint.map { text throws(HTTPError) in try HTTPURL(text) }
        } catch {
            throw AccountError(
                .accountDamaged, "the account \(account.name) has an \(error.reason)")
        }
        self.init(
            provider: provider, endpoint: endpoint, caFile: caFile, access: .account(account),
            receiveLimit: receiveLimit)
    }
}
