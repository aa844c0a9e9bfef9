import CommandLineProgram
import CommandOptions
package import Foundation
package import HTTPGateway
import PhotoFeed
import Providers
import Routes
import Scheduling

extension FeedModule: FeedFunctions {
    @MainActor
    package func sync(library: URL, endpoint: HTTPURL, secret: String) async throws {
        let server = ServerConfiguration(
            provider: Providers.standard, endpoint: endpoint, caFile: nil,
            credential: FeedCredential(secret: secret), receiveLimit: nil)
        let services = FeedServices()
        let presenter = SyncPresenter(
            display: .chosen(json: false, quiet: false), provider: server.provider)
        _ = try await presenter.reporting {
            try await services.closingLibraries {
                try await presenter.follow(
                    services.synchronizer(library: library, server: server),
                    SyncOptions(source: FeedSource(server: server.name)))
            }
        }
    }

    @MainActor
    package func newestPaths(_ count: Int, library: URL) async throws -> [String] {
        try await FeedServices().library(in: library).run {
            try $0.window(FeedQuery(limit: count)).items.map(\.node.pathKey)
        }
    }

    @MainActor
    package func writeGallery(
        library: URL, folder: URL, title: String
    ) async throws -> String {
        let summary = try await GalleryCommand.write(
            libraryFolder: library, to: folder, title: title, showsProgress: false)
        return GalleryCommand.sentence(summary)
    }
}
