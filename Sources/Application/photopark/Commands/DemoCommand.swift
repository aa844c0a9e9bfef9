import ArgumentParser
import DropboxStub
import FeedGallery
import Foundation
import PhotoFeed
import Rendering
import Scheduling

/// `photopark demo`: shows all functions of the program, without an account or a network.
struct DemoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract:
            "Serve a thousand photos, sync them, change some, sync again, and write the gallery.")

    @Option(
        help: ArgumentHelp("Write the library and the gallery into this folder.", valueName: "DIR"))
    var output = UserPath("photopark-demo")

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of photos at the start.", valueName: "N")
    )
    var photos = 1000

    @OptionGroup var tracing: TraceOption

    func validate() throws {
        guard (1...1_000_000).contains(photos) else {
            throw ValidationError("--photos must be 1 to 1000000")
        }
    }

    func execute() async throws -> ExitStatus {
        try await tracing.record { try await show() }
    }

    @MainActor
    private func show() async throws -> ExitStatus {
        let folder = try DemoFolder(path: output.expanded)
        let library = folder.library

        let stub = DropboxStub(
            DropboxStubConfiguration(source: .generated(photos: photos, seed: 1)))
        let port = try await stub.start()
        say(
            "A server with Dropbox's API listens on 127.0.0.1:\(port). It serves "
                + "\(Units.count(photos, "photo"))."
        )
        let server = ServerConfiguration(
            provider: Providers.standard, endpoint: try Endpoint(text: "http://127.0.0.1:\(port)"),
            caFile: nil, credential: FeedCredential(secret: "demo"), receiveLimit: nil)
        let first = try await sync(stub, server, into: library)

        try stub.apply(.addPhotos(folder: "/Camera Uploads/Just in", count: 24))
        let deleted = try await newest(min(10, photos / 2), in: library)
        for item in deleted { try stub.apply(.delete(path: item.node.pathKey)) }
        say("On the server, 24 photos were added and \(deleted.count) deleted.")
        let second = try await sync(stub, server, into: library)
        await stub.stop()

        let summary = try await GalleryCommand.write(
            libraryFolder: library, to: folder.gallery, title: "PhotoPark demo",
            showsProgress: false)
        say(
            "The first sync sent \(first) requests. The second sent \(second), because it fetches "
                + "only the changes.")
        say("Gallery: " + GalleryCommand.sentence(summary))
        return .success
    }

    /// Runs one sync with the output of `photopark sync`, and returns the number of its requests.
    @MainActor
    private func sync(_ stub: DropboxStub, _ server: ServerConfiguration, into library: URL)
        async throws -> Int
    {
        let before = stub.requestCounts.values.reduce(0, +)
        let compositionRoot = CompositionRoot()
        let presenter = SyncPresenter(
            display: .chosen(json: false, quiet: false), provider: server.provider)
        _ = try await presenter.reporting {
            try await compositionRoot.closingLibraries {
                try await presenter.follow(
                    compositionRoot.synchronizer(library: library, server: server),
                    SyncOptions(source: FeedSource(server: server.name)))
            }
        }
        return stub.requestCounts.values.reduce(0, +) - before
    }

    @MainActor
    private func newest(_ count: Int, in folder: URL) async throws -> [FeedItem] {
        let compositionRoot = CompositionRoot()
        let library = compositionRoot.library(in: folder)
        return try await library.run { try $0.window(FeedQuery(limit: count)).items }
    }

    @MainActor
    private func say(_ sentence: String) {
        StandardOutput.shared.line(sentence)
        StandardOutput.shared.flush()
    }
}
