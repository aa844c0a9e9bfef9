package import Accounts
import CommandLineProgram
import PhotoFeed
package import ProgramServices
import Providers

extension ServerConfiguration {
    /// Creates the configuration for the server of an account.
    ///
    /// - Parameters:
    ///   - account: the account, whose tokens are used.
    ///   - caFile: the path of the trusted authorities; `nil` for those of the system.
    ///   - receiveLimit: the limit of the download rate in bytes per second.
    ///   - network: the settings of the requests.
    /// - Throws: `ProgramError` if this version lacks the provider; `AccountError` for a
    ///   description that is not valid.
    package init(
        of account: Account, caFile: String? = nil, receiveLimit: Int? = nil,
        network: NetworkSettings = NetworkSettings()
    ) throws {
        guard let provider = Providers.all.first(where: { $0.name == account.provider }) else {
            throw ProgramError(
                .newerLibrary,
                "the account \(account.name) belongs to \(account.provider), which this version of "
                    + "the program does not have: update the program")
        }
        self.init(
            provider: provider, endpoint: try account.endpointURL, caFile: caFile,
            access: .account(account), receiveLimit: receiveLimit, network: network)
        certificate = account.certificate
        usesInsecureHTTP = account.usesInsecureHTTP
    }
}
