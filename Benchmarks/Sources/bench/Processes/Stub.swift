import Foundation

/// A server for `photopark sync` and curl.
protocol FeedServer {
    var url: String { get }
    /// The server's options in an options file of curl.
    var curlOptions: [String] { get }
    /// The options with which `photopark` uses this server.
    var options: [String] { get }
}

/// `photopark stub` with a generated library or a folder, for the life of this object.
final class Stub: FeedServer {
    let url: String
    let curlOptions: [String] = []
    private let server: Background

    convenience init(program: String, photos: Int, isWebDAV: Bool = false) throws {
        try self.init(program, ["--photos", "\(photos)"] + (isWebDAV ? ["--webdav"] : []))
    }

    /// Starts a stub with the files below a folder.
    convenience init(program: String, root: URL) throws {
        try self.init(program, ["--root", root.path])
    }

    private init(_ program: String, _ options: [String]) throws {
        server = try Background(program, ["stub", "--control"] + options)
        let line = try server.line()
        guard let url = line.split(separator: " ").last, url.hasPrefix("http://127.0.0.1:") else {
            throw Failure("unexpected output of photopark stub: '\(line)'")
        }
        self.url = String(url)
    }

    var port: Int { URL(string: url)?.port ?? 0 }

    var options: [String] { ["--endpoint", url] }

    /// Delays every batch of thumbnails, as a distant server would.
    func delayThumbnails(by seconds: Double) throws {
        let order = #"{"route":"files/get_thumbnail_batch","count":1000000,"delay":\#(seconds)}"#
        try control("fault", order)
    }

    /// Gives a file new content.
    func change(_ path: String) throws { try control("change", #"{"path":"\#(path)"}"#) }

    private func control(_ name: String, _ order: String) throws {
        _ = try Child.run(
            "curl",
            [
                "-s", "-f", "-H", "Content-Type: application/json", "-d", order,
                "http://127.0.0.1:\(port)/control/\(name)",
            ])
    }

    /// The number of API requests so far; the request for this number is not counted.
    func requests() throws -> Int {
        let answer = try Child.run(
            "curl", ["-s", "-f", "http://127.0.0.1:\(port)/control/requests"]
        ).output
        let report = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        guard let counts = report?["counts"] as? [String: Int] else {
            throw Failure("no counts in \(answer)")
        }
        return counts.reduce(0) { $0 + ($1.key.hasPrefix("control/") ? 0 : $1.value) }
    }
}
