import Foundation

/// Requests for curl in an options file: always the same ones, and the answers are not processed.
struct CurlScript {
    private let name: String
    private let folder: URL

    /// The destination of the answers.
    enum Answers {
        case kept
        case thrownAway
    }

    /// Creates POST requests with `bodies` for `route` of `server`, in this order.
    ///
    /// - Parameter name: the name of the script and its bodies in `folder`.
    init(
        _ name: String, _ bodies: [Data], to route: String, of server: any FeedServer,
        in folder: URL, answers: Answers
    ) throws {
        self.name = name
        self.folder = folder
        var blocks: [String] = []
        for (number, bytes) in bodies.enumerated() {
            let body = folder.appending(path: "\(name)-\(number).json")
            try bytes.write(to: body)
            let answer = answers == .kept ? answer(number).path : "/dev/null"
            let options =
                [
                    "url = \"\(server.url)/2/files/\(route)\"", "fail",
                    "header = \"Authorization: Bearer benchmark\"",
                    "header = \"Content-Type: application/json\"",
                    "data-binary = \"@\(body.path)\"", "output = \"\(answer)\"",
                ] + server.curlOptions
            blocks.append(options.joined(separator: "\n"))
        }
        try Data(blocks.joined(separator: "\nnext\n").utf8).write(to: file)
    }

    private var file: URL { folder.appending(path: "\(name).curl") }

    /// The file of a kept answer.
    func answer(_ number: Int) -> URL { folder.appending(path: "\(name)-\(number).answer") }

    /// Runs all requests, one after another or twelve in parallel, and returns the time in seconds.
    func run(inParallel: Bool) throws -> Double {
        let parallel = inParallel ? ["--parallel", "--parallel-max", "12"] : []
        return try Child.run(
            "curl", ["--no-progress-meter"] + parallel + ["--config", file.path]
        ).seconds
    }
}
