import Foundation

/// `photopark serve` with a library, for the life of this object, and a client with its cookie.
final class ServedPage {
    let port: Int
    private let cookie: String
    private let server: Background

    init(program: String, library: String) throws {
        server = try Background(program, ["serve", "--library", library])
        let line = try server.line()
        guard let address = URL(string: line), let token = address.fragment,
            let port = address.port
        else { throw Failure("unexpected output of photopark serve: '\(line)'") }
        self.port = port
        let reply = try Child.run(
            "curl",
            [
                "--silent", "--fail", "--include", "--header", "Content-Type: application/json",
                "--data", #"{"token":"\#(token)"}"#, "http://127.0.0.1:\(port)/session",
            ]
        ).output
        guard
            let field = reply.components(separatedBy: "\r\n").first(where: {
                $0.lowercased().hasPrefix("set-cookie:")
            })
        else { throw Failure("photopark serve has set no cookie") }
        cookie =
            field.dropFirst("set-cookie:".count).split(separator: ";")[0]
            .trimmingCharacters(in: .whitespaces)
    }

    /// A client of this server.
    var client: LoadClient { LoadClient(port: port, fields: ["Cookie: \(cookie)"]) }

    /// The JSON of a request.
    func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(get(path).output.utf8))
    }

    /// The milliseconds until the response to a request, as curl measures them.
    func milliseconds(_ path: String) throws -> Double {
        let report = try get(path, ["--output", "/dev/null", "--write-out", "%{time_total}"])
        guard let seconds = Double(report.output) else { throw Failure("no time of curl") }
        return seconds * 1_000
    }

    private func get(_ path: String, _ options: [String] = []) throws -> Child {
        try Child.run(
            "curl",
            ["--silent", "--fail", "--header", "Cookie: \(cookie)"] + options
                + ["http://127.0.0.1:\(port)\(path)"])
    }

    /// The paths of the thumbnails of all items.
    func thumbnails() throws -> [String] {
        guard let feed = try json("/months") as? [String: Any],
            let items = feed["items"] as? Int, let chunk = feed["chunk"] as? Int,
            let version = feed["version"] as? String
        else { throw Failure("the months have another form") }
        return try (0..<(items + chunk - 1) / chunk).flatMap { number in
            let rows = try json("/items/\(number)?version=\(version)") as? [[Any]]
            guard let rows else { throw Failure("the items have another form") }
            return rows.compactMap { $0[1] as? String }.filter { !$0.isEmpty }
                .map { "/thumbnails/" + $0 }
        }
    }
}
