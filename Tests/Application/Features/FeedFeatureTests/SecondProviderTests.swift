import CommandLineProgram
import Composition
import Foundation
import LiveServices
import PhotoFeed
import PhotoFeedTestKit
import ProgramServices
import ProgramTestKit
import Scheduling
import Signals
import Testing

@testable import FeedFeature

extension WholeProgram {
    /// The services of the feed with a provider that is not in its list.
    @MainActor @Suite final class SecondProviderTests {
        private let service = MemoryService()
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "photopark-test-\(UUID().uuidString)")

        deinit { try? FileManager.default.removeItem(at: folder) }

        private var library: URL { folder.appending(path: "library") }

        /// Brings the library up to date, and returns the result of the run.
        private func sync() async throws -> SyncProgress? {
            let server = ServerConfiguration(
                provider: service.provider, endpoint: nil,
                access: .credential(service.credential))
            let options = SyncOptions(
                source: FeedSource(server: server.name), credential: server.credential)
            let modules = ProgramModules([
                EventsModule(), AccountsModule(in: folder.path + "/accounts"),
                GatewayModule(), LibraryModule(), FeedModule(),
            ])
            return try await modules.run { program in
                var result: SyncProgress?
                let account = try program.scope.here(OpenAccountsKey.self)
                    .open("test", AccountSettings(library: library, server: server))
                let events = account.handle(SynchronizerKey.self)
                    .signal { $0.synchronize(options) }.deliver(in: .main)
                for try await event in events.values(in: .main) {
                    if case .finished(let progress) = event { result = progress }
                }
                return result
            }
        }

        /// The lines of `photopark feed --json`.
        private func feed() async throws -> [[String: AnyHashable]] {
            try await Program(["feed", "--json", "--library", library.path]).outcome().objects()
        }

        @Test func theFeedShowsItsPhotos() async throws {
            service.tree.write("/a.jpg", "/A.jpg", "/Trip/b.jpg", "/c.mp4")
            #expect(try await sync()?.unsupportedThumbnails == 4)
            let items = try await feed()
            let paths = items.map { $0["path"] as? String }
            #expect(paths == ["/c.mp4", "/Trip/b.jpg", "/A.jpg", "/a.jpg"])
            #expect(items.map { $0["id"] } == items.map { $0["path"] })
            let errors = Set(items.map { $0["thumbnail_error"] as? String })
            #expect(errors == ["provider_has_no_thumbnails"])
            service.tree.move("/A.jpg", to: "/Trip/A.jpg")
            service.tree.remove("/c.mp4")
            #expect(try await sync()?.changeSummary.removed == 2)
            let rest = try await feed().map { $0["path"] as? String }
            #expect(rest == ["/Trip/b.jpg", "/Trip/A.jpg", "/a.jpg"])
        }

        @Test func theGalleryShowsItsPhotos() async throws {
            service.tree.write("/a.jpg", "/A.jpg", "/Trip/b.jpg", "/c.mp4")
            _ = try await sync()
            let gallery = folder.appending(path: "gallery").path
            let outcome = try await Program([
                "gallery", "--library", library.path, "--output", gallery,
            ]).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.hasPrefix("3 photos and 1 video in 1 month: "))
            let files = FileManager.default.enumerator(atPath: gallery)?.allObjects ?? []
            let texts = files.compactMap { file in
                try? String(contentsOfFile: "\(gallery)/\(file)", encoding: .utf8)
            }
            for name in ["a.jpg", "A.jpg", "b.jpg", "c.mp4"] {
                #expect(texts.contains { $0.contains("\"\(name)\"") }, "\(name) is missing")
            }
        }
    }
}
