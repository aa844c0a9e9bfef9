import Foundation

/// The batch requests of a sync for a library's thumbnails, made by curl.
struct ThumbnailBatches {
    private let script: CurlScript

    init(library: String, program: String, server: any FeedServer, in folder: URL) throws {
        let lines = try Child.run(program, ["feed", "--json", "--library", library]).output.split(
            separator: "\n")
        let ids = try lines.map { line in
            let item = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let id = item?["id"] as? String else { throw Failure("no id in \(line)") }
            return id
        }
        let bodies = try stride(from: 0, to: ids.count, by: 25).map { start in
            let entries = ids[start..<min(start + 25, ids.count)].map {
                [
                    "path": $0, "format": [".tag": "jpeg"], "size": [".tag": "w480h320"],
                    "mode": [".tag": "bestfit"],
                ] as [String: Any]
            }
            return try JSONSerialization.data(withJSONObject: ["entries": entries])
        }
        script = try CurlScript(
            "batch", bodies, to: "get_thumbnail_batch", of: server, in: folder, answers: .kept)
    }

    /// Fetches all batches, twelve in parallel, and returns the time in seconds.
    func fetch() throws -> Double { try script.run(inParallel: true) }
}
