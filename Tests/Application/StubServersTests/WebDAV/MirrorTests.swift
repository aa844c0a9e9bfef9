import PhotoFeed
import Testing

@testable import StubServers

/// The provider against the stub: lists, changes and faults, over a socket.
@Suite struct MirrorTests {
    private static let abilities: [WebDAVStubConfiguration.Abilities] = [
        .nextcloud, .plain, .init(folderTags: .members), .init(folderTags: .constant),
        .init(folderTags: .none, reportsChanges: true),
    ]

    @Test(arguments: abilities.indices)
    func theProviderMirrorsTheStub(_ index: Int) async throws {
        try await DAVClient.with(
            photos: 120,
            configure: {
                $0.abilities = Self.abilities[index]
                $0.abilities.sendsAddresses = index % 2 == 0
            }
        ) { client in
            let first = try await client.pages()
            #expect(DAVClient.photos(first) == client.stub.paths)
            #expect(client.stub.paths.count == 120)
            try client.stub.apply(.delete(path: "/Photos/1"))
            try client.stub.apply(.move(from: "/Photos/0", to: "/a b&c/\u{E9}%"))
            try client.stub.apply(.add(path: "/note.txt", content: [1]))
            let second = try await client.pages()
            #expect(DAVClient.photos(second) == client.stub.paths.filter { $0 != "/note.txt" })
            #expect(client.stub.paths.count == 101)
        }
    }

    @Test func aMovedFileKeepsItsIdentifier() async throws {
        try await DAVClient.with(photos: 1) { client in
            func id() async throws -> NodeID? {
                try await client.pages().flatMap(\.changes).compactMap {
                    if case .media(let node) = $0 { node.id } else { nil }
                }.first
            }
            let former = try await id()
            try client.stub.apply(.move(from: "/Photos/0/IMG_0000001.jpg", to: "/b.jpg"))
            #expect(try await id() == former)
            #expect(former != nil)
        }
    }

    @Test func aReportContainsTheChangesAlone() async throws {
        try await DAVClient.with(
            photos: 120, configure: { $0.abilities = .init(reportsChanges: true) }
        ) { client in
            let cursor = try #require(try await client.pages().last?.cursor)
            try client.stub.apply(.delete(path: "/Photos/0"))
            try client.stub.apply(.addPhotos(folder: "/New", count: 2))
            try client.stub.apply(.clearRequests)
            let pages = try await client.pages(from: .cursor(cursor))
            #expect(DAVClient.photos(pages).count == 2)
            #expect(client.stub.requestCounts == ["REPORT 0": 1])
            try client.stub.apply(.resetCursors)
            await #expect(throws: FeedError(.cursorReset, "")) {
                try await client.pages(from: .cursor(try #require(pages.last?.cursor)))
            }
        }
    }

    @Test(arguments: [
        InjectedFault(route: "PROPFIND 1", effect: .status(503, headers: ["Retry-After": "0"])),
        InjectedFault(route: "PROPFIND 1", effect: .status(423, headers: ["Retry-After": "0"])),
        InjectedFault(route: "PROPFIND 1", effect: .close),
        InjectedFault(route: "PROPFIND 1", effect: .truncate(afterBytes: 300)),
    ])
    func aFaultThatPassesIsRepeated(_ fault: InjectedFault) async throws {
        try await DAVClient.with(photos: 5) { client in
            try client.stub.apply(.fault(fault))
            #expect(DAVClient.photos(try await client.pages()) == client.stub.paths)
        }
    }

    @Test(arguments: [
        (InjectedFault.Effect.garbage("<html/>"), FeedError.Code.malformedAnswer),
        (.status(507, headers: ["Retry-After": "0"]), .network), (.expiredToken, .passwordRefused),
        (.status(301, headers: ["Location": "https://other.example/"]), .malformedAnswer),
    ])
    func aFaultThatStaysEndsTheListing(
        _ effect: InjectedFault.Effect, _ code: FeedError.Code
    ) async throws {
        try await DAVClient.with { client in
            try client.stub.apply(.fault(.init(route: "PROPFIND 1", count: 99, effect: effect)))
            await #expect(throws: FeedError(code, "")) { try await client.pages() }
        }
    }

    @Test func anEndedPasswordIsRefusedAfterOneRequest() async throws {
        try await DAVClient.with { client in
            try client.stub.apply(.expireTokens)
            await #expect(throws: FeedError(.passwordRefused, "")) { try await client.pages() }
            // Servers lock an account after several attempts.
            #expect(client.stub.requestCounts == ["PROPFIND 0": 1])
        }
    }

    @Test func aWalkListsTheFoldersWithNewTagsAlone() async throws {
        try await DAVClient.with(photos: 350) { client in
            let path = try #require(client.stub.paths.first { $0.hasPrefix("/Photos/2/") })
            var cursor = try #require(try await client.pages().last?.cursor)
            // The first change shows that the tags change with everything below.
            try client.stub.apply(.change(path: path))
            cursor = try await client.follow(cursor)
            try client.stub.apply(.change(path: path))
            try client.stub.apply(.clearRequests)
            cursor = try await client.follow(cursor)
            // The account, `/Photos` and `/Photos/2`, of five folders.
            #expect(client.stub.requestCounts == ["PROPFIND 0": 2, "PROPFIND 1": 3])
            try client.stub.apply(.clearRequests)
            _ = try await client.follow(cursor)
            #expect(client.stub.requestCounts == ["PROPFIND 0": 1])
        }
    }

    @Test func aTagThatNeverChangesIsNotTrusted() async throws {
        try await DAVClient.with(configure: { $0.abilities.folderTags = .constant }) { client in
            var cursor = try #require(try await client.pages().last?.cursor)
            for number in 1...3 {
                try client.stub.apply(.add(path: "/Photos/0/new\(number).jpg"))
                await #expect(throws: FeedError(.cursorReset, "")) {
                    try await client.pages(from: .cursor(cursor))
                }
                cursor = try #require(try await client.pages().last?.cursor)
            }
        }
    }
}
