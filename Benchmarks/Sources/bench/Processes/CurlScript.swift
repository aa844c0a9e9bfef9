import Foundation

/// Requests that curl makes, as a file of options: the same ones each time, with nothing done to the answers.
struct CurlScript {
    private let name: String
    private let folder: URL

    /// What becomes of the answers.
    enum Answers {
        case kept
        case thrownAway
    }

    /// POST requests of `bodies` to `route` of `server`, in this order.
    ///
    /// - Parameters:
    ///   - name: of the script and its bodies in `folder`.
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

    /// Where a kept answer is.
    func answer(_ number: Int) -> URL { folder.appending(path: "\(name)-\(number).answer") }

    /// Seconds for all of them: one after another, or a dozen in flight.
    func run(inParallel: Bool) throws -> Double {
        let parallel = inParallel ? ["--parallel", "--parallel-max", "12"] : []
        return try Child.run(
            "curl", ["--no-progress-meter"] + parallel + ["--config", file.path]
        ).seconds
    }
}
