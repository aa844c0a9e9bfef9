import Digests
import Foundation
import PhotoFeed
import Scheduling
import WebServer

/// The responses with the libraries of a feed.
///
/// Its methods run on the event loops of the connections: they call the feed through its handle,
/// and compute nothing for long.
struct FeedResponder: Sendable {
    /// The feed, on the scheduler of its libraries.
    let feed: SchedulerBound<ServedFeed>
    /// Whether the responses go to a guest, who is not told the paths in messages of errors.
    let isGuest: Bool
    /// Waits between two questions whether a library has changed.
    let pause: @Sendable (Duration) async throws -> Void

    /// The time between two questions whether a library has changed.
    private static let interval = Duration.seconds(1)
    /// The number of intervals after which a stream without changes shows that it is alive.
    private static let quietIntervals = 25

    /// The response to a request that the guard has let through.
    func respond(to request: WebRequest, _ path: ServedPath) async throws -> WebResponse {
        do {
            switch path {
            case .changes: return changes()
            case .months: return try await months(FeedSelection(query: request.query))
            case .places: return try await places(FeedSelection(query: request.query), request)
            case .groups(let list):
                return try await groups(list, FeedSelection(query: request.query), request)
            case .items(let chunk):
                return try await items(chunk, FeedSelection(query: request.query), request.query)
            case .details(let library, let id):
                return .json(try await feed.run { try $0.details(of: id, in: library) })
            case .original(let library, let id, let version):
                return try await original(library, id, version, request)
            case .thumbnail(let library, let id, let version):
                return try await thumbnail(
                    library, id, version, known: request.headers["if-none-match"])
            }
        } catch let error as FeedError {
            let message = isGuest ? "the library cannot be read" : error.message
            return .text(message, status: 503)
        }
    }

    /// The stream of server-sent events, each with the version of the feed.
    private func changes() -> WebResponse {
        let body = WebBody { [feed, pause] writer in
            var known = ""
            var quiet = 0
            while true {
                let version = try await feed.run { $0.presentVersion() }
                if version != known {
                    known = version
                    quiet = 0
                    try await writer.write(Array("data: \(version)\n\n".utf8))
                } else if quiet == Self.quietIntervals {
                    quiet = 0
                    try await writer.write(Array(":\n\n".utf8))
                }
                quiet += 1
                try await pause(Self.interval)
            }
        }
        return WebResponse(headers: [("Content-Type", "text/event-stream")], body: body)
    }

    /// The index of a selection; a large library is examined in parts between other requests.
    private func months(_ selection: FeedSelection?) async throws -> WebResponse {
        guard let selection else { return .text("the query is not valid", status: 400) }
        while true {
            try Task.checkCancellation()
            if let json = try await feed.run({ try $0.summary(of: selection) }) {
                return .json(json)
            }
        }
    }

    private func places(
        _ selection: FeedSelection?, _ request: WebRequest
    ) async throws -> WebResponse {
        let fields = decodedForm(request.query)
        guard let selection, let zoom = Int(fields["zoom"] ?? "0"),
            (0...PlaceIndex.lastZoom).contains(zoom),
            let box = fields["box"].map({ PlaceIndex.Box($0) }) ?? PlaceIndex.Box()
        else { return .text("the query is not valid", status: 400) }
        return try await answer(request) { $0.places(of: selection, in: box, zoom: zoom) }
    }

    private func groups(
        _ list: GroupList, _ selection: FeedSelection?, _ request: WebRequest
    ) async throws -> WebResponse {
        let start = decodedForm(request.query)["from"] ?? "0"
        guard let selection, let start = Int(start), (0...10_000_000).contains(start) else {
            return .text("the query is not valid", status: 400)
        }
        return try await answer(request) { try $0.groups(list, of: selection, from: start) }
    }

    /// The JSON that a function returns after some steps, or 304 if the browser has it.
    private func answer(
        _ request: WebRequest, by step: @escaping @Sendable (ServedFeed) throws -> [UInt8]?
    ) async throws -> WebResponse {
        while true {
            try Task.checkCancellation()
            guard let json = try await feed.run({ try step($0) }) else { continue }
            let tag = "\"" + String(XXH64.hash(json), radix: 16) + "\""
            let caching: [(name: String, value: String)] = [
                ("Cache-Control", "private, no-cache"), ("ETag", tag),
            ]
            if request.headers["if-none-match"].map({ isListed(tag, in: $0) }) == true {
                return WebResponse(status: 304, headers: caching)
            }
            var response = WebResponse.json(json)
            response.headers += caching
            return response
        }
    }

    private func items(
        _ chunk: Int, _ selection: FeedSelection?, _ query: String
    ) async throws -> WebResponse {
        guard let selection, let version = decodedForm(query)["version"] else {
            return .text("the query is not valid", status: 400)
        }
        switch try await feed.run({ try $0.chunk(chunk, of: selection, version: version) }) {
        case .items(let json): return .json(json)
        case .missing: return .text("no such chunk", status: 404)
        case .changed: return .text("the library has changed", status: 409)
        }
    }

    private func original(
        _ library: Int, _ id: NodeID, _ version: String, _ request: WebRequest
    ) async throws -> WebResponse {
        let fields = decodedForm(request.query)
        let isMotion = fields[ServedFeed.motionQuery] != nil
        guard
            let found = try await feed.run({
                try $0.original(of: id, in: library, version: version, isMotion: isMotion)
            })
        else { return .text("the original is not here", status: 404) }
        return WebResponse(found, isDownload: fields["download"] != nil, to: request, on: feed)
    }

    private func thumbnail(
        _ library: Int, _ id: NodeID, _ version: String, known: String?
    ) async throws -> WebResponse {
        let tag = "\"\(version)\""
        let isKnown = known.map { isListed(tag, in: $0) }
        let found = try await feed.run {
            try $0.picture(of: id, in: library, version: version, withBytes: isKnown != true)
        }
        let caching: [(name: String, value: String)] = [
            ("Cache-Control", "private, max-age=31536000, immutable"), ("ETag", tag),
        ]
        switch found {
        case .missing: return .text("no such thumbnail", status: 404)
        case .unchanged: return WebResponse(status: 304, headers: caching)
        case .bytes(let bytes):
            guard let type = PictureType.name(of: bytes) else {
                return .text("the thumbnail is not a picture", status: 404)
            }
            return WebResponse(
                headers: [("Content-Type", type)] + caching, body: WebBody(bytes))
        }
    }
}
