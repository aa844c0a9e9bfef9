import Foundation

/// Something that `photopark sync` can be pointed at.
protocol FeedServer {
    /// The options that point it there.
    var options: [String] { get }
}

/// `photopark stub` with a made library, for as long as this object lives.
final class Stub: FeedServer {
    let url: String
    private let server: Background

    init(program: String, photos: Int) throws {
        server = try Background(program, ["stub", "--photos", "\(photos)", "--control"])
        let line = try server.line()
        guard let url = line.split(separator: " ").last, url.hasPrefix("http://127.0.0.1:") else {
            throw Failure("photopark stub said '\(line)'")
        }
        self.url = String(url)
    }

    var port: Int { URL(string: url)?.port ?? 0 }

    var options: [String] { ["--endpoint", url] }

    /// How many requests of the API have been answered so far.
    func requests() throws -> Int {
        let answer = try Child.run("curl", ["-s", "-f", url + "/control/requests"]).output
        let report = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        guard let counts = report?["counts"] as? [String: Int] else {
            throw Failure("no counts in \(answer)")
        }
        return counts.values.reduce(0, +)
    }
}

extension TLSFront: FeedServer {
    var options: [String] {
        [
            "--endpoint", "https://localhost:\(port)", "--ca-file", certificate.path,
            "--token-command", "echo benchmark",
        ]
    }
}
