import HTTPGateway
package import PhotoFeed
import Signals

extension OAuthProvider {
    /// The key of the app of a package; a packager replaces `nil` by the key in quotation marks.
    ///
    /// The program has no app of its own. A key is public: it is a part of the address that the
    /// user opens.
    private static let builtInAppKey: String? = nil

    /// Dropbox's sign-in, with the permissions to read an account, its listing and its files.
    ///
    /// Dropbox accepts only a callback address that is registered with the app. A renewal returns
    /// no new refresh token.
    package static let dropbox = OAuthProvider(
        authorization: Address(host: DropboxHosts.web, path: "oauth2/authorize"),
        token: Address(host: DropboxHosts.api, path: "oauth2/token"), api: DropboxHosts.api,
        scopes: ["account_info.read", "files.metadata.read", "files.content.read"],
        appKey: builtInAppKey,
        authorizationItems: [HTTPQueryItem("token_access_type", "offline")],
        callback: Callback(port: 53_690, path: "/dropbox"), rotatesRefreshTokens: false,
        revocation: .request { host in
            host.output(of: DropboxRevokeToken()).mapFailure { FeedError($0) }
        },
        identity: { host in
            host.output(of: DropboxGetCurrentAccount()).mapFailure { FeedError($0) }
        })
}
