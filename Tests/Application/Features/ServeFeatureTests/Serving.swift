import Foundation
import LoopbackTestKit
import Originals
import PhotoFeed
import PhotoFeedTestKit
import Scheduling

@testable import ServeFeature

/// A server of libraries in memory, and a client with its cookie.
struct Visitor {
    let client: RawClient
    let address: String
    let server: FeedServer
    /// The proxy that the server is behind.
    var proxy: ProxyAddress?
    /// The field with the cookie.
    private(set) var cookie: [String: String] = [:]

    /// The fields of every request.
    private var fields: [String: String] {
        proxy.map { ["Host": $0.authorities[0]].merging(cookie) { $1 } } ?? cookie
    }

    var token: String { String(address.split(separator: "#")[1]) }
    var origin: String { "http://127.0.0.1:\(client.port)" }

    /// Exchanges the token for the cookie.
    mutating func signIn() async throws {
        let reply = try await post(#"{"token":"\#(token)"}"#)
        let field = reply.headers["set-cookie"]?.split(separator: ";").first ?? ""
        cookie = ["Cookie": String(field)]
    }

    /// Sends a body to `/session`.
    func post(
        _ body: String, type: String = "application/json", headers: [String: String] = [:]
    ) async throws -> RawReply {
        try await client.send(
            "POST", "/session",
            headers: fields.merging(["Content-Type": type]) { $1 }.merging(headers) { $1 },
            body: Array(body.utf8))
    }

    /// Requests a path with the cookie; an empty field removes one.
    func get(
        _ target: String, method: String = "GET", headers: [String: String] = [:]
    ) async throws -> RawReply {
        try await client.send(method, target, headers: fields.merging(headers) { $1 })
    }

    /// The months of a selection.
    func months(_ query: String = "") async throws -> Months {
        let reply = try await get("/months" + query)
        return try JSONDecoder().decode(Months.self, from: Data(reply.body))
    }
}

/// The response to `/months`, as far as tests read it.
struct Months: Decodable {
    let version: String
    let items: Int
    let videos: Int
    let accounts: [String]
    let failures: [String]
    let months: [Month]

    struct Month: Decodable, Equatable {
        let key: String
        let count: Int

        init(_ key: String, _ count: Int) { (self.key, self.count) = (key, count) }

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            key = try values.decode(String.self)
            count = try values.decode(Int.self)
        }
    }
}

/// Opens the original of an item.
typealias OpenOriginal = @Sendable (MediaNode) -> OriginalFile?

/// Runs `body` with a client of a server, which is stopped afterwards.
func withFeedServer(
    _ libraries: @escaping @Sendable () -> [LibraryStub] = { [Samples.three] },
    behind proxy: ProxyAddress? = nil, originals: @escaping OpenOriginal = { _ in nil },
    _ body: (Visitor) async throws -> Void
) async throws {
    let scheduler = WorkScheduler(name: "readers")
    let feed = SchedulerBound(on: scheduler) {
        ServedFeed(
            libraries().enumerated().map { number, library in
                .init(name: "account \(number)", reader: library) { originals($0) }
            }
        )
    }
    let server = FeedServer(feed, behind: proxy)
    let address = try await server.start(port: 0)
    let client = RawClient(port: server.port.withLock { $0 })
    var visitor = Visitor(client: client, address: address, server: server, proxy: proxy)
    do {
        try await visitor.signIn()
        try await body(visitor)
    } catch {
        await server.stop(within: .zero)
        throw error
    }
    await server.stop(within: .zero)
}
