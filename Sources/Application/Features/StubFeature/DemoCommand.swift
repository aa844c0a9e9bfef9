import ArgumentParser
import CommandLineProgram
import CommandOptions
import DropboxStub
import HTTPGateway
import Rendering
import Routes

/// `photopark demo`: shows all functions of the program, without an account or a network.
struct DemoCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract:
            "Serve a thousand photos, sync them, change some, sync again, and write the gallery.")
    static let optionForStrayArgument: String? = "--output"
    static let example: CommandExample? = CommandExample(
        .trial, "Demo, without an account", "demo")

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

    func execute(with features: FeatureList) async throws -> ExitStatus {
        guard let feed = features.with((any FeedFunctions).self).first else {
            throw ProgramError(.internalError, "the demo needs the feed, which is not included")
        }
        return try await tracing.record { try await show(feed) }
    }

    @MainActor
    private func show(_ feed: any FeedFunctions) async throws -> ExitStatus {
        try DropboxStub.requireForProgram()
        let folder = try DemoFolder(path: output.expanded)
        let library = folder.library

        let stub = DropboxStub(
            DropboxStubConfiguration(source: .generated(photos: photos, seed: 1)))
        let port = try await stub.start()
        say(
            "A server with Dropbox's API listens on 127.0.0.1:\(port). It serves "
                + "\(Units.count(photos, "photo"))."
        )
        let endpoint = try HTTPURL("http://127.0.0.1:\(port)")
        /// Runs one sync, and returns the number of its requests.
        func sync() async throws -> Int {
            let before = stub.requestCounts.values.reduce(0, +)
            try await feed.sync(library: library, endpoint: endpoint, secret: "demo")
            return stub.requestCounts.values.reduce(0, +) - before
        }
        let first = try await sync()

        try stub.apply(.addPhotos(folder: "/Camera Uploads/Just in", count: 24))
        let deleted = try await feed.newestPaths(min(10, photos / 2), library: library)
        for path in deleted { try stub.apply(.delete(path: path)) }
        say("On the server, 24 photos were added and \(deleted.count) deleted.")
        let second = try await sync()
        await stub.stop()

        let gallery = try await feed.writeGallery(
            library: library, folder: folder.gallery, title: "PhotoPark demo")
        say(
            "The first sync sent \(first) requests. The second sent \(second), because it fetches "
                + "only the changes.")
        say("Gallery: " + gallery)
        return .success
    }

    @MainActor
    private func say(_ sentence: String) {
        StandardOutput.shared.line(sentence)
        StandardOutput.shared.flush()
    }
}
