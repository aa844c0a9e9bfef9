import Foundation

/// The pages of a listing that was walked once, to ask for all of them again without reading them.
struct ListingPages {
    private let first: CurlScript
    private let others: CurlScript

    init(server: any FeedServer, in folder: URL) throws {
        let start = Data(#"{"path":"","recursive":true,"limit":2000}"#.utf8)
        first = try CurlScript(
            "first", [start], to: "list_folder", of: server, in: folder, answers: .kept)
        var cursors: [Data] = []
        var page = first
        while let cursor = try Self.cursor(behind: page) {
            let body = try JSONEncoder().encode(["cursor": cursor])
            cursors.append(body)
            page = try CurlScript(
                "next", [body], to: "list_folder/continue", of: server, in: folder, answers: .kept)
        }
        others = try CurlScript(
            "page", cursors, to: "list_folder/continue", of: server, in: folder,
            answers: .thrownAway)
    }

    /// Seconds for all of them, one after another.
    func fetch() throws -> Double {
        try first.run(inParallel: false) + others.run(inParallel: false)
    }

    /// The cursor behind the only page that `script` asks for; `nil` behind the last one.
    private static func cursor(behind script: CurlScript) throws -> String? {
        struct Page: Decodable {
            let cursor: String
            let has_more: Bool
        }
        _ = try script.run(inParallel: false)
        let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: script.answer(0)))
        return page.has_more ? page.cursor : nil
    }
}
