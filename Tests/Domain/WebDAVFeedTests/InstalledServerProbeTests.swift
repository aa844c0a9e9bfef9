import CurlGateway
import Foundation
import HTTPGateway
import PhotoFeed
import Scheduling
import Signals
import Testing

@testable import WebDAVFeed

/// The abilities that the probe finds at servers that others wrote.
@Suite(.serialized) struct InstalledServerProbeTests {
    /// The findings that differ among these servers; none has reports of everything below a folder,
    /// identifiers, digests, previews or searches.
    private struct Expected: Sendable {
        let folderTags: CapabilityMatrix.Finding
        let infinity: CapabilityMatrix.Finding
        let tags: CapabilityMatrix.Finding
        var ranges = CapabilityMatrix.Finding.yes
    }

    @Test(.enabled(if: InstalledServer.runs("rclone"), "needs rclone"))
    func rclone() async throws {
        try await check("rclone", Expected(folderTags: .no, infinity: .yes, tags: .yes))
    }

    @Test(.enabled(if: InstalledServer.runs("wsgidav"), "needs wsgidav"))
    func wsgidav() async throws {
        try await check("wsgidav", Expected(folderTags: .no, infinity: .yes, tags: .yes))
    }

    @Test(.enabled(if: InstalledServer.runs("nginx"), "needs nginx with dav-ext"))
    func nginx() async throws {
        try await check("nginx", Expected(folderTags: .no, infinity: .no, tags: .no))
    }

    @Test(.enabled(if: InstalledServer.runs("apache"), "needs Apache"))
    func apache() async throws {
        try await check("apache", Expected(folderTags: .unknown, infinity: .no, tags: .yes))
    }

    @Test(.enabled(if: InstalledServer.runs("lighttpd"), "needs lighttpd with mod_webdav"))
    func lighttpd() async throws {
        try await check("lighttpd", Expected(folderTags: .unknown, infinity: .no, tags: .yes))
    }

    /// Xandikos and Cyrus report the changes of one folder alone, and leave out its subfolders.
    @Test(.enabled(if: InstalledServer.runs("xandikos"), "needs Xandikos"))
    func xandikos() async throws {
        try await check(
            "xandikos", Expected(folderTags: .unknown, infinity: .yes, tags: .yes, ranges: .no))
    }

    @Test(.enabled(if: InstalledServer.runs("cyrus"), "needs Cyrus with its module for WebDAV"))
    func cyrus() async throws {
        try await check("cyrus", Expected(folderTags: .unknown, infinity: .no, tags: .yes))
    }

    private func check(_ name: String, _ expected: Expected) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "webdav-probe-\(name)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "x/y"), withIntermediateDirectories: true)
        try Data("notes".utf8).write(to: folder.appending(path: "notes.txt"))
        try Data("a photo".utf8).write(to: folder.appending(path: "x/y/a.jpg"))
        let server = try InstalledServer(name, on: folder)
        let matrix = try await matrix(server)
        #expect(matrix.finding(of: "folder-tags") == expected.folderTags, "\(matrix.lines)")
        #expect(matrix.finding(of: "depth-infinity") == expected.infinity, "\(matrix.lines)")
        #expect(matrix.finding(of: "file-tags") == expected.tags, "\(matrix.lines)")
        #expect(matrix.finding(of: "ranges") == expected.ranges, "\(matrix.lines)")
        for ability in [
            "change-reports", "file-identifiers", "checksums", "previews", "search",
        ] as [ServerFinding.Name] {
            #expect(matrix.finding(of: ability) == .no, "\(matrix.lines)")
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(Set(files) == ["notes.txt", "x", "x/y", "x/y/a.jpg"], "a probe never writes")
    }

    private func matrix(_ server: InstalledServer) async throws -> CapabilityMatrix {
        let url = try HTTPURL(server.address)
        return try await withCheckedThrowingContinuation { continuation in
            WorkScheduler(name: "webdav").schedule { home in
                do {
                    let gateway = CurlGateway(home: home)
                    let connection = FeedConnection(
                        gateway: gateway, endpoint: url,
                        credential: FeedCredential(user: "ada", password: "right"))
                    guard
                        let probe = try FeedProvider.webDAV.makeFetchers(connection).probe
                            as? any CapabilityProbe
                    else { throw FeedError(.requestRefused, "no probe") }
                    probe.probe(folder: "", cursor: nil)
                        .observe({ continuation.resume(returning: $0.matrix) }) { end in
                            withExtendedLifetime((gateway, probe)) {}
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
