import Foundation

/// The pages of a listing, recorded once, so that they can be fetched again without parsing.
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

    /// Fetches all pages one after another, and returns the time in seconds.
    func fetch() throws -> Double {
        try first.run(inParallel: false) + others.run(inParallel: false)
    }

    /// The cursor at the end of the only page of `script`; `nil` if it is the last page.
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
