package import Foundation
package import StubServers

/// A stub that listens, and a folder for what a test leaves behind; both go with the object.
package final class Playground: Sendable {
    package let stub: DropboxStub
    package let endpoint: String
    package let folder: URL

    private static let seed: UInt64 = 7
    /// All tests of a process have the same photos, which are drawn and scaled down only once.
    private static let pictures = StubPictures(of: .generated(photos: 0, seed: seed))

    package init(
        photos: Int = 0, pageLimit: Int? = nil, token: String? = nil, accounts: [StubAccount] = [],
        team: DropboxStubConfiguration.Source? = nil, tokenLifetime: Duration? = nil
    ) async throws {
        var configuration = DropboxStubConfiguration(
            source: .generated(photos: photos, seed: Self.seed))
        configuration.pageLimit = pageLimit
        configuration.acceptedToken = token
        configuration.accounts = accounts
        configuration.teamSource = team
        if let tokenLifetime { configuration.tokenLifetime = tokenLifetime }
        stub = DropboxStub(configuration, pictures: Self.pictures)
        endpoint = "http://127.0.0.1:\(try await stub.start())"
        folder = FileManager.default.temporaryDirectory.appending(
            path: "photopark-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        let stub = stub
        Task { await stub.stop() }
    }

    /// The path of something in the folder.
    package func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Runs `photopark sync` against the stub.
    package func sync(
        _ library: String = "library", _ options: String...
    ) async throws -> Program.Outcome {
        try await sync(library, options: options)
    }

    /// Runs `photopark sync` against the stub.
    package func sync(
        _ library: String = "library", options: [String]
    ) async throws -> Program.Outcome {
        try await Program(["sync", "--library", path(library), "--endpoint", endpoint] + options)
            .outcome()
    }

    /// The output of `photopark feed --json`, with one dictionary for each item.
    package func feed(_ library: String = "library", _ options: String...) async throws -> [[String:
        AnyHashable]]
    {
        let outcome = try await Program(["feed", "--json", "--library", path(library)] + options)
            .outcome()
        return try outcome.objects()
    }

    /// The picture of an item of `feed`, read as `Documentation/Formats.md` describes it.
    package func thumbnail(
        of item: [String: AnyHashable], in library: String = "library"
    ) throws -> Data? {
        guard let path = item["thumbnail"] as? String,
            let offset = item["thumbnail_offset"] as? Int,
            let length = item["thumbnail_length"] as? Int
        else { return nil }
        let file = try FileHandle(forReadingFrom: folder.appending(path: "\(library)/\(path)"))
        try file.seek(toOffset: UInt64(offset))
        return try file.read(upToCount: length)
    }

    /// The items of `feed`, with the pictures in place of their locations.
    ///
    /// Two libraries with the same content are equal in this form. The location of a picture
    /// depends on the order in which the responses have arrived, and the owner is the library.
    package func content(
        _ library: String = "library"
    ) async throws -> [[String: AnyHashable]] {
        try await feed(library).map { item in
            var item = item
            item["thumbnail"] = try thumbnail(of: item, in: library)
            item["thumbnail_offset"] = nil
            item["thumbnail_length"] = nil
            item["owners"] = nil
            return item
        }
    }

    /// How many requests of the API have arrived.
    package var requestCount: Int { stub.requestCounts.values.reduce(0, +) }
}
