import CurlGateway
import HTTPGateway
import PhotoFeed
import Scheduling
import Signals
import Testing
import WebDAVFeed

@testable import StubServers

/// The probe of abilities against the stub, over a socket.
@Suite struct ProbeTests {
    private func findings(
        _ abilities: WebDAVStubConfiguration.Abilities, photos: Int = 3,
        _ prepare: (WebDAVStub) throws -> Void = { _ in }
    ) async throws -> [String: CapabilityMatrix.Finding] {
        var found: [String: CapabilityMatrix.Finding] = [:]
        try await DAVClient.with(photos: photos, configure: { $0.abilities = abilities }) {
            client in
            try prepare(client.stub)
            let before = client.stub.contents
            let matrix = try await client.probe().matrix
            for row in matrix.rows { found[row.name.text] = row.finding }
            #expect(client.stub.contents == before)
            let methods = Set(
                client.stub.requests.map { $0.route.split(separator: " ").first.map(String.init) })
            #expect(
                methods.isSubset(of: ["PROPFIND", "REPORT", "OPTIONS", "GET"]), "it never writes")
            #expect(client.stub.requests.count < 20)
        }
        return found
    }

    @Test func aNextcloudServer() async throws {
        var abilities = WebDAVStubConfiguration.Abilities.nextcloud
        abilities.hasChecksums = true
        #expect(
            try await findings(abilities) == [
                "change-reports": .no, "folder-tags": .unknown, "depth-infinity": .no,
                "file-identifiers": .yes, "file-tags": .yes, "checksums": .yes, "ranges": .yes,
                "previews": .yes, "search": .no,
            ])
    }

    @Test func aPlainServer() async throws {
        var abilities = WebDAVStubConfiguration.Abilities.plain
        abilities.sendsRanges = false
        abilities.tagsFiles = false
        #expect(
            try await findings(abilities) == [
                "change-reports": .no, "folder-tags": .no, "depth-infinity": .yes,
                "file-identifiers": .no, "file-tags": .no, "checksums": .no, "ranges": .no,
                "previews": .no, "search": .no,
            ])
    }

    @Test func anAccountWithoutPhotosLeavesAbilitiesUnknown() async throws {
        let found = try await findings(.init(reportsChanges: true), photos: 0)
        #expect(found["change-reports"] == .yes)
        for name in ["file-tags", "checksums", "ranges", "previews"] {
            #expect(found[name] == .unknown, "\(name)")
        }
    }

    @Test func aPhotoIsFoundBelowOtherFolders() async throws {
        let found = try await findings(.nextcloud, photos: 0) { stub in
            try stub.apply(.add(path: "/notes/a.txt", content: [1]))
            try stub.apply(.addPhotos(folder: "/x/y/z", count: 1))
        }
        #expect(found["ranges"] == .yes && found["file-tags"] == .yes)
    }

    @Test func theTagOfTheFolderIsTrustedOnlyAfterAChangeWasSeen() async throws {
        for (tags, finding) in [
            (WebDAVStubConfiguration.FolderTags.everythingBelow, CapabilityMatrix.Finding.yes),
            (.members, .no), (.constant, .no), (.none, .no),
        ] {
            try await DAVClient.with(configure: { $0.abilities.folderTags = tags }) { client in
                let first = try #require(try await client.pages().last?.cursor)
                let before = try await client.probe(first).matrix.finding(of: "folder-tags")
                #expect(before == (tags == .none ? .no : .unknown))
                try client.stub.apply(.change(path: "/Photos/0/IMG_0000001.jpg"))
                let cursor = try await client.follow(first)
                #expect(
                    try await client.probe(cursor).matrix.finding(of: "folder-tags") == finding)
            }
        }
    }

    @Test func theFindingsAreInTheCursorAndChangeNothingElse() async throws {
        try await DAVClient.with { client in
            let first = try #require(try await client.pages().last?.cursor)
            let probed = try await client.probe(first)
            let cursor = try #require(probed.cursor)
            #expect(cursor != first && cursor.rawValue.contains("+ranges"))
            try client.stub.apply(.clearRequests)
            let pages = try await client.pages(from: .cursor(cursor))
            #expect(pages.flatMap(\.changes).isEmpty)
            let again = try await client.probe(pages.last?.cursor)
            #expect(again.matrix == probed.matrix)
        }
    }

    @Test func aWrongPasswordIsNoFinding() async throws {
        try await DAVClient.with { client in
            var other = client
            other.password = "wrong"
            await #expect(throws: FeedError(.passwordRefused, "")) { try await other.probe() }
            #expect(client.stub.requests.count == 1)
        }
    }

    @Test func aRefusedRequestIsAFinding() async throws {
        let found = try await findings(.nextcloud) { stub in
            for route in ["OPTIONS", "GET"] {
                try stub.apply(.fault(.init(route: route, count: 99, effect: .status(405))))
            }
            try stub.apply(.fault(.init(route: "GET preview", count: 99, effect: .status(403))))
        }
        #expect(found["ranges"] == .no && found["search"] == .no)
        #expect(found["previews"] == .unknown)
    }
}

/// Digests and previews of the stub, and their use by the provider.
@Suite struct PreviewMirrorTests {
    @Test func digestsArriveWithTheListing() async throws {
        try await DAVClient.with(configure: { $0.abilities.hasChecksums = true }) { client in
            let nodes = try await client.pages().flatMap(\.changes).compactMap {
                if case .media(let node) = $0 { node } else { nil }
            }
            #expect(nodes.count == 3)
            #expect(nodes.allSatisfy { $0.contentHash?.algorithm == .sha1 })
            #expect(Set(nodes.map(\.contentHash)).count == 3)
        }
    }

    @Test(arguments: [true, false])
    func previewsAreFetchedWhereTheServerHasSome(_ hasPreviews: Bool) async throws {
        try await DAVClient.with(configure: { $0.abilities.hasPreviews = hasPreviews }) { client in
            try client.stub.apply(.add(path: "/broken.jpg", content: [1, 2, 3]))
            let results = try await client.thumbnails()
            #expect(results.count == 4)
            let pictures = results.compactMap {
                if case .picture(let bytes, _) = $0.result { bytes } else { nil }
            }
            #expect(pictures.count == (hasPreviews ? 3 : 0))
            #expect(pictures.allSatisfy { client.stub.contents.values.contains($0) })
            #expect(client.stub.requestCounts["GET preview"] == (hasPreviews ? 4 : nil))
        }
    }
}
