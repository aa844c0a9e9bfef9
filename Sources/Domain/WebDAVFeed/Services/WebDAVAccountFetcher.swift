import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

/// Checks a user name and a password at a WebDAV server, which has no other identifier of accounts.
///
/// A business-logic service, confined to the scheduler of its host.
@Schedulable
final class WebDAVAccountFetcher: AccountFetcher {
    private let host: any APIHost
    private let base: WebDAVBase
    private let user: String

    init(host: any APIHost, base: WebDAVBase, user: String) {
        self.host = host
        self.base = base
        self.user = user
    }

    /// Returns a signal of the account of the host's credential; see `AccountFetcher`.
    func account() -> Signal<FeedAccount, FeedError> {
        let request = WebDAVPropfind(
            folder: "", depth: .itself, properties: [.type], base: base, partLimit: 10)
        return host.output(of: request)
            .reduce(into: WebDAVAnswer(folder: "")) { answer, part in
                for member in part.members { _ = answer.accepts(member, isDeep: false) }
                answer.foreign = answer.foreign ?? part.end?.foreign
            }
            .mapFailure { Self.advising(WebDAVFailure($0, folder: "").error) }
            .tryMap { [user] answer throws(FeedError) in
                guard answer.isUsable else {
                    throw Self.advising(answer.isMissing ? answer.missing : answer.incomplete)
                }
                return FeedAccount(rawValue: user)
            }
    }

    /// Returns the error with the remedy of an address at which the account is not.
    private static func advising(_ error: FeedError) -> FeedError {
        guard [.folderNotFound, .malformedAnswer, .requestRefused].contains(error.code),
            error.advice == error.code.advice
        else { return error }
        return FeedError(
            error.code, error.message,
            advice: "give the address of your folder with --url; at Nextcloud and ownCloud it "
                + "ends with /remote.php/dav/files/USER", cause: error.cause)
    }
}
