import HTTPGateway

/// The address of a Nextcloud or ownCloud server, whose pages are beside the folders of accounts.
enum WebDAVServerBase {
    /// Returns the address above `/remote.php/…`; `nil` for another server.
    ///
    /// It has the origin of the account's address, so that the password may be sent to it.
    static func address(above account: HTTPURL) -> HTTPURL? {
        let path = account.path
        guard let place = path.ranges(of: "/remote.php/").first else { return nil }
        guard let start = account.string.ranges(of: path).first else { return nil }
        let text = account.string[..<start.lowerBound] + path[..<place.lowerBound] + "/"
        guard let url = try? HTTPURL(String(text)), url.origin == account.origin else { return nil }
        return url
    }
}
