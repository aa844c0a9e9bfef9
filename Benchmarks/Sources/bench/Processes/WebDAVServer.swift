import Foundation

/// A WebDAV server that others wrote, run by `Tests/Fixtures/webdav-server` for the life of this
/// object.
final class WebDAVServer {
    /// The address of the served folder.
    let url: String
    private let server: Background

    private static let script = Places.repository
        .appending(path: "Tests/Fixtures/webdav-server").path

    /// Starts the server `name` on `folder`.
    ///
    /// - Parameter log: the file that gets a line for each request.
    init(_ name: String, on folder: URL, log: URL) throws {
        server = try Background(Self.script, ["--log", log.path, name, folder.path])
        url = try server.line()
        guard url.hasPrefix("http://127.0.0.1:") else {
            throw Failure("\(name) does not serve: '\(url)'")
        }
    }
}
