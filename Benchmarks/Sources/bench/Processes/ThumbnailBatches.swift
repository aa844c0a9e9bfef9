import Foundation

/// The batch requests that a sync makes for a library's thumbnails, as a list for curl.
struct ThumbnailBatches {
    private let configuration: URL

    init(library: String, program: String, server: String, in folder: URL) throws {
        let lines = try Child.run(program, ["feed", "--json", "--library", library]).output.split(
            separator: "\n")
        let ids = try lines.map { line in
            let item = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let id = item?["id"] as? String else { throw Failure("no id in \(line)") }
            return id
        }
        var text = ""
        for (number, start) in stride(from: 0, to: ids.count, by: 25).enumerated() {
            let entries = ids[start..<min(start + 25, ids.count)].map {
                [
                    "path": $0, "format": [".tag": "jpeg"], "size": [".tag": "w480h320"],
                    "mode": [".tag": "strict"],
                ] as [String: Any]
            }
            let body = folder.appending(path: "batch-\(number).json")
            try JSONSerialization.data(withJSONObject: ["entries": entries]).write(to: body)
            text += """
                next
                url = "\(server)/2/files/get_thumbnail_batch"
                header = "Authorization: Bearer benchmark"
                header = "Content-Type: application/json"
                data-binary = "@\(body.path)"
                output = "\(folder.appending(path: "answer-\(number)").path)"

                """
        }
        configuration = folder.appending(path: "batches.curl")
        try Data(text.dropFirst(5).utf8).write(to: configuration)
    }

    /// Seconds for fetching all of them, a dozen in flight.
    func fetch() throws -> Double {
        try Child.run(
            "curl", ["-s", "-f", "--parallel", "--parallel-max", "12", "-K", configuration.path]
        ).seconds
    }
}
