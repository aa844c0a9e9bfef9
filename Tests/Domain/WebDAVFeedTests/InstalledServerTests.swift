import CurlGateway
import Foundation
import HTTPGateway
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Signals
import Testing

@testable import WebDAVFeed

/// The provider against servers that others wrote: list, change, move, delete, stop and continue.
@Suite(.serialized) struct InstalledServerTests {
    @Test(.enabled(if: InstalledServer.runs("rclone"), "needs rclone"))
    func rcloneIsMirrored() async throws { try await mirror("rclone") }

    @Test(.enabled(if: InstalledServer.runs("wsgidav"), "needs wsgidav"))
    func wsgidavIsMirrored() async throws { try await mirror("wsgidav") }

    @Test(.enabled(if: InstalledServer.runs("nginx"), "needs nginx with dav-ext"))
    func nginxIsMirrored() async throws { try await mirror("nginx") }

    @Test(.enabled(if: InstalledServer.runs("apache"), "needs Apache"))
    func apacheIsMirrored() async throws { try await mirror("apache") }

    @Test(.enabled(if: InstalledServer.runs("lighttpd"), "needs lighttpd with mod_webdav"))
    func lighttpdIsMirrored() async throws { try await mirror("lighttpd") }

    /// Xandikos gives the members of a folder with a `#` in its name addresses without the folder.
    @Test(.enabled(if: InstalledServer.runs("xandikos"), "needs Xandikos"))
    func xandikosIsMirrored() async throws {
        try await mirror(
            "xandikos", oddNames: ["a b&c/d \u{E9}%.jpg", "z1/e?.jpg"], sendsParts: false)
    }

    /// Cyrus refuses some names of folders and does not encode a `?`, and a move makes another
    /// message of a file.
    @Test(.enabled(if: InstalledServer.runs("cyrus"), "needs Cyrus with its module for WebDAV"))
    func cyrusIsMirrored() async throws {
        try await mirror(
            "cyrus", oddNames: ["a b/d \u{E9}%.jpg", "z#1/e.jpg"], keepsTags: false)
    }

    /// - Parameters:
    ///   - oddNames: the paths of files that an address has to encode.
    ///   - keepsTags: whether a file keeps its tag when it is moved.
    ///   - sendsParts: whether the server sends parts of files.
    private func mirror(
        _ name: String, oddNames: [String] = ["a b&c/d \u{E9}%.jpg", "z#1/e?.jpg"],
        keepsTags: Bool = true, sendsParts: Bool = true
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "webdav-\(name)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["a.jpg", "x/b.jpg", "x/y/c.jpg"] + oddNames
        for path in names + ["notes.txt", "empty/n.txt"] { try write(path, in: folder, path) }
        let server = try InstalledServer(name, on: folder)

        let first = try await pages(server, .beginning(folder: ""))
        #expect(photos(first) == Set(names.map { "/\($0)" }))
        let cursor = try #require(first.last?.cursor)
        let second = try await pages(server, .cursor(cursor))
        #expect(second.map(\.changes) == [[]])

        // A longer content, because some servers reveal nothing but the second and the length.
        try write("x/y/c.jpg", in: folder, "longer than before")
        try write("x/new.jpg", in: folder, "new")
        let manager = FileManager.default
        try manager.moveItem(
            at: folder.appending(path: "x/b.jpg"), to: folder.appending(path: "empty/b.jpg"))
        try manager.removeItem(at: folder.appending(path: "a.jpg"))
        try server.update()
        await #expect(throws: FeedError(.cursorReset, "")) {
            try await pages(server, .cursor(try #require(second.last?.cursor)))
        }
        let third = try await pages(server, .beginning(folder: ""))
        let expected = Set(
            ["/x/y/c.jpg", "/x/new.jpg", "/empty/b.jpg"] + oddNames.map { "/\($0)" })
        #expect(photos(third) == expected)
        #expect(revision("/x/y/c.jpg", third) != revision("/x/y/c.jpg", first))
        // A moved file keeps its revision, by which a library without identifiers finds it.
        if keepsTags {
            #expect(revision("/empty/b.jpg", third) == revision("/x/b.jpg", first))
        }

        // With small pages, the listing of each folder continues at each of their cursors, and the
        // listing of everything in one answer begins again.
        let small = try await pages(server, .beginning(folder: ""), pageLimit: 2)
        for (number, page) in small.enumerated() where page.hasMore {
            do {
                let rest = try await pages(server, .cursor(page.cursor), pageLimit: 2)
                #expect(photos(Array(small[...number]) + rest) == expected)
            } catch let error as FeedError {
                #expect(error.code == .cursorReset)
                let position = WebDAVCursor(page.cursor)?.position
                #expect(position == .listing(after: nil, isPartial: false))
            }
        }
        let trip = try await pages(server, .beginning(folder: "/x"))
        #expect(photos(trip) == ["/x/y/c.jpg", "/x/new.jpg"])
        if sendsParts { try await readBeginning(server, folder) }
        await #expect(throws: FeedError(.folderNotFound, "")) {
            try await pages(server, .beginning(folder: "/missing"))
        }
    }

    /// Reads the beginning of a new file, whose tag may be weak, and that of a short one.
    private func readBeginning(_ server: InstalledServer, _ folder: URL) async throws {
        let photo = CameraPhoto.bytes(length: 900_000)
        try Data(photo).write(to: folder.appending(path: "z#1/camera \u{E9}.jpg"))
        try server.update()
        let nodes = try await pages(server, .beginning(folder: "/z#1")).flatMap(\.changes)
            .compactMap { if case .media(let node) = $0 { node } else { nil } }
        #expect(nodes.count == 2)
        for node in nodes {
            let count = min(node.size, 256 << 10)
            let bytes = try await first(of: server) { fetchers in
                fetchers.originals?.beginning(of: OriginalVersion(node), count: count)
                    ?? .fail(FeedError(.requestRefused, "no originals"))
            }
            let content = try Data(contentsOf: folder.appending(path: node.pathKey))
            #expect(bytes == Array(content.prefix(Int(count))), "\(node.pathKey)")
        }
    }

    private func write(_ path: String, in folder: URL, _ text: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func photos(_ pages: [FeedPage]) -> Set<String> {
        Set(
            pages.flatMap(\.changes).compactMap {
                if case .media(let node) = $0 { node.pathKey } else { nil }
            })
    }

    private func revision(_ path: String, _ pages: [FeedPage]) -> String? {
        pages.flatMap(\.changes).compactMap {
            if case .media(let node) = $0, node.pathKey == path { node.revision } else { nil }
        }.first
    }

    /// Reads the pages from `start` over the live gateway.
    private func pages(
        _ server: InstalledServer, _ start: FeedStart, pageLimit: Int = 2_000
    ) async throws -> [FeedPage] {
        try await first(of: server, pageLimit: pageLimit) {
            $0.nodes.pages(from: start).collect()
        }
    }

    /// Returns the value of a signal over the live gateway.
    private func first<Value: Sendable>(
        of server: InstalledServer, pageLimit: Int = 2_000,
        _ make: @escaping @Sendable (FeedFetchers) -> Signal<Value, FeedError>
    ) async throws -> Value {
        let url = try HTTPURL(server.address)
        let scheduler = WorkScheduler(name: "webdav")
        return try await withCheckedThrowingContinuation { continuation in
            scheduler.schedule { home in
                do {
                    let gateway = CurlGateway(home: home)
                    let fetchers = try FeedProvider.webDAV(at: nil, pageLimit: pageLimit)
                        .makeFetchers(
                            FeedConnection(
                                gateway: gateway, endpoint: url,
                                credential: FeedCredential(user: "ada", password: "right")))
                    make(fetchers).observe({ continuation.resume(returning: $0) }) { end in
                        withExtendedLifetime(gateway) {}
                        guard case .failed(let error) = end else { return }
                        continuation.resume(throwing: error)
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
