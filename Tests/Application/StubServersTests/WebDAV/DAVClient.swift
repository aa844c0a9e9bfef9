import CurlGateway
import Foundation
import HTTPGateway
import LoopbackTestKit
import PhotoFeed
import Scheduling
import Signals
import TextFormats
import WebDAVFeed

@testable import StubServers

/// A stub that listens, with a client that sends any request.
struct DAVClient: Sendable {
    let stub: WebDAVStub
    let raw: RawClient
    /// The address of the folder of the account.
    let address: String
    var password = "right"

    private static let path = "/remote.php/dav/files/ada"

    /// Runs `body` with a stub, and stops the stub.
    static func with(
        photos: Int = 3, configure: (inout WebDAVStubConfiguration) -> Void = { _ in },
        _ body: (DAVClient) async throws -> Void
    ) async throws {
        var configuration = WebDAVStubConfiguration(photos: photos)
        configuration.user = "ada"
        configuration.password = "right"
        configure(&configuration)
        let stub = WebDAVStub(configuration)
        let address = try await stub.start()
        let port = Int(address.split(separator: ":")[2].prefix { $0.isNumber }) ?? 0
        do {
            try await body(DAVClient(stub: stub, raw: RawClient(port: port), address: address))
        } catch {
            await stub.stop()
            throw error
        }
        await stub.stop()
    }

    /// Sends a request for a path below the folder of the account.
    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], _ body: String = ""
    ) async throws -> RawReply {
        let word = Base64.text(of: Array("ada:\(password)".utf8))
        return try await raw.send(
            method, Self.path + path,
            headers: ["Authorization": "Basic \(word)"].merging(headers) { $1 },
            body: Array(body.utf8))
    }

    func propfind(_ path: String, depth: String, _ properties: String = "") async throws -> String {
        let body =
            properties.isEmpty
            ? "" : "<d:propfind xmlns:d='DAV:'><d:prop>\(properties)</d:prop></d:propfind>"
        return try await send("PROPFIND", path, headers: ["Depth": depth], body).text
    }

    func control(_ command: String, _ json: String) async throws -> Int {
        try await raw.send(
            "POST", "/control/\(command)", headers: ["Content-Type": "application/json"],
            body: Array(json.utf8)
        ).status
    }

    /// The pages of the provider from `start`, over the live gateway.
    func pages(from start: FeedStart = .beginning(folder: "")) async throws -> [FeedPage] {
        try await value { $0.nodes.pages(from: start).collect() }
    }

    /// Lists the changes since `cursor`, and returns the next cursor.
    func follow(_ cursor: FeedCursor) async throws -> FeedCursor {
        try await value { fetchers in
            fetchers.nodes.pages(from: .cursor(cursor))
                .catch { error -> Signal<FeedPage, FeedError> in
                    error.code == .cursorReset
                        ? fetchers.nodes.pages(from: .beginning(folder: "")) : .fail(error)
                }
                .takeLast().map(\.cursor)
        }
    }

    /// The abilities of the server.
    func probe(_ cursor: FeedCursor? = nil) async throws -> ProbedCapabilities {
        try await value { fetchers in
            (fetchers.probe as? any CapabilityProbe)?.probe(folder: "", cursor: cursor)
                ?? .fail(FeedError(.requestRefused, "no probe"))
        }
    }

    /// The thumbnails of all photos, after a listing by the same fetchers.
    func thumbnails() async throws -> [ThumbnailResult] {
        try await value { fetchers in
            fetchers.nodes.pages(from: .beginning(folder: "")).collect()
                .flatMap(.concat) { pages -> Signal<[ThumbnailResult], FeedError> in
                    let pending = pages.flatMap(\.changes).enumerated().compactMap {
                        number, change -> PendingThumbnail? in
                        guard case .media(let node) = change else { return nil }
                        return PendingThumbnail(
                            id: node.id, revision: node.revision,
                            position: FeedPosition(date: node.date, number: Int64(number)))
                    }
                    return fetchers.thumbnails?.fetch(pending, size: .small, withMediaInfo: false)
                        ?? .empty
                }
                .collect().map { $0.flatMap(\.self) }
        }
    }

    /// The value of a signal of the provider's fetchers, over the live gateway.
    private func value<Value: Sendable>(
        _ signal: @escaping @Sendable (FeedFetchers) -> Signal<Value, FeedError>
    ) async throws -> Value {
        let url = try HTTPURL(address)
        let password = password
        return try await withCheckedThrowingContinuation { continuation in
            WorkScheduler(name: "webdav").schedule { home in
                do {
                    let gateway = CurlGateway(home: home)
                    let fetchers = try FeedProvider.webDAV.makeFetchers(
                        FeedConnection(
                            gateway: gateway, endpoint: url,
                            credential: FeedCredential(user: "ada", password: password)))
                    signal(fetchers)
                        .observe({ continuation.resume(returning: $0) }) { end in
                            withExtendedLifetime((gateway, fetchers)) {}
                            guard case .failed(let error) = end else { return }
                            continuation.resume(throwing: error)
                        }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// The paths of the photos in `pages`.
    static func photos(_ pages: [FeedPage]) -> [String] {
        pages.flatMap(\.changes).compactMap {
            if case .media(let node) = $0 { node.pathKey } else { nil }
        }.sorted()
    }
}
