import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import HTTPGateway
import PhotoFeed
import ProgramServices
import Providers
import Routing
import StubServers

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

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        do {
            try await tracing.record { try await show(modules) }
        } catch let error as RouteError where error.code == .noHandler {
            throw ProgramError(.internalError, "the demo needs the feed, which is not included")
        }
        return .success
    }

    @MainActor
    private func show(_ modules: ProgramModules) async throws {
        try DropboxStub.requireForProgram()
        let folder = try DemoFolder(path: output.expanded)
        let stub = DropboxStub(
            DropboxStubConfiguration(source: .generated(photos: photos, seed: 1)))
        let port = try await stub.start()
        say(
            "A server with Dropbox's API listens on 127.0.0.1:\(port). It serves "
                + "\(Units.count(photos, "photo"))."
        )
        let server = ServerConfiguration(
            provider: Providers.standard, endpoint: try HTTPURL("http://127.0.0.1:\(port)"),
            access: .credential(FeedCredential(secret: "demo")))
        try await modules.run(changing: { $0.overriding(ServerConfigurationKey.self) { server } }) {
            let account = try $0.scope.here(OpenAccountsKey.self)
                .open("demo", AccountSettings(library: folder.library))
            try await show(stub, account.name, folder.gallery, $0.router)
        }
    }

    @MainActor
    private func show(
        _ stub: DropboxStub, _ account: String, _ gallery: URL, _ router: Router
    ) async throws {
        /// Runs one sync, and returns the number of its requests.
        func sync() async throws -> Int {
            let before = stub.requestCounts.values.reduce(0, +)
            _ = try await router.run(ShowSync(account: account))
            return stub.requestCounts.values.reduce(0, +) - before
        }
        let first = try await sync()

        try stub.apply(.addPhotos(folder: "/Camera Uploads/Just in", count: 24))
        let query = FeedQuery(limit: max(1, min(10, photos / 2)))
        let deleted = try await router.run(ReadFeed(account: account, query: query)).items
        for item in deleted { try stub.apply(.delete(path: item.node.pathKey)) }
        say("On the server, 24 photos were added and \(deleted.count) deleted.")
        let second = try await sync()
        await stub.stop()

        var page = WriteGallery(folder: gallery.path)
        page.account = account
        page.title = "PhotoPark demo"
        page.showsProgress = false
        let summary = try await router.run(page)
        say(
            "The first sync sent \(first) requests. The second sent \(second), because it fetches "
                + "only the changes.")
        say("Gallery: " + summary.text)
    }

    @MainActor
    private func say(_ sentence: String) {
        StandardOutput.shared.line(sentence)
        StandardOutput.shared.flush()
    }
}
