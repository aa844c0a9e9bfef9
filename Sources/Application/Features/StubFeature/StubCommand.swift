import ArgumentParser
import CommandLineProgram
import CommandOptions
import Foundation
import PhotoFeed
import StubServers

/// `photopark stub`: a server that speaks like Dropbox, reachable from this machine only.
struct StubCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "stub",
        abstract: "Serve generated photos, or the files of a folder, with Dropbox's API or WebDAV.",
        discussion: """
            The server listens on 127.0.0.1 only, and runs until it is interrupted. It accepts \
            every access token unless --token-file gives one. With --control, POST requests to \
            /control/ add, change, move and delete files and inject faults; \
            Documentation/Providers.md lists them. With --webdav, the server speaks WebDAV \
            instead, like Nextcloud; the token in FILE is then the password of every user name.
            """)
    static let synonyms = ["server"]
    static let optionForStrayArgument: String? = "--root"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Listen on this port; 0 selects a free one.", valueName: "P")
    )
    var port = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Serve N generated photos, the same ones in every run (default: 1000).",
            valueName: "N"))
    var photos: Int?

    @Option(
        help: ArgumentHelp(
            "Serve the files below DIR instead of generated photos.", valueName: "DIR"),
        completion: .directory)
    var root: UserPath?

    @Option(help: ArgumentHelp("The seed for the generated photos.", valueName: "S"))
    var seed: UInt64 = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Send at most L entries per page.", valueName: "L")
    )
    var pageLimit: Int?

    @Option(
        help: ArgumentHelp("Accept only the token in FILE.", valueName: "FILE"),
        completion: .file())
    var tokenFile: UserPath?

    @Flag(help: "Speak WebDAV, with generated photos, instead of Dropbox's API.")
    var webdav = false

    @Flag(help: "Enable the control API, /control/.")
    var control = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be 0 to 65535")
        }
        if let photos {
            guard (0...10_000_000).contains(photos) else {
                throw ValidationError("--photos must be 0 to 10000000")
            }
            guard root == nil else {
                throw ValidationError("--photos and --root cannot be combined")
            }
        }
        guard !webdav || (root == nil && pageLimit == nil) else {
            throw ValidationError("--webdav cannot be combined with --root and --page-limit")
        }
        if let pageLimit, pageLimit < 1 {
            throw ValidationError("--page-limit must be 1 or more")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try DropboxStub.requireForProgram()
        if webdav {
            try await serveWebDAV()
            return .success
        }
        let stub = DropboxStub(try configuration())
        let port: Int
        do { port = try await stub.start() } catch {
            throw ProgramError(.cannotCreate, "cannot listen on 127.0.0.1:\(self.port): \(error)")
        }
        if stub.hiddenCount > 0 {
            StandardError.line(
                "\(Units.count(stub.hiddenCount, "name")) omitted: a name must be valid UTF-8, and "
                    + "unique when case is ignored"
            )
        }
        StandardOutput.shared.line("photopark stub listening on http://127.0.0.1:\(port)")
        try StandardOutput.shared.requireWritten()
        try await withTaskCancellationHandler {
            try await stub.waitUntilStopped()
        } onCancel: {
            Task { await stub.stop() }
        }
        return .success
    }

    @MainActor
    private func serveWebDAV() async throws {
        var configuration = WebDAVStubConfiguration(photos: photos ?? 1000)
        configuration.seed = seed
        configuration.port = port
        configuration.allowsControl = control
        configuration.password = try tokenFile.map { try TokenOptions.content(of: $0, .password) }
        let stub = WebDAVStub(configuration)
        let address: String
        do { address = try await stub.start() } catch {
            throw ProgramError(.cannotCreate, "cannot listen on 127.0.0.1:\(port): \(error)")
        }
        StandardOutput.shared.line("photopark stub listening on \(address)")
        try StandardOutput.shared.requireWritten()
        try await withTaskCancellationHandler {
            try await stub.waitUntilStopped()
        } onCancel: {
            Task { await stub.stop() }
        }
    }

    private func configuration() throws -> DropboxStubConfiguration {
        var configuration = DropboxStubConfiguration(
            source: .generated(photos: photos ?? 1000, seed: seed))
        if let root {
            let folder = root.folder
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
                isFolder.boolValue
            else {
                throw ProgramError(.noInput, "\(root) is not a folder")
            }
            configuration.source = .folder(folder)
        }
        configuration.port = port
        configuration.pageLimit = pageLimit
        configuration.allowsControl = control
        configuration.acceptedToken = try tokenFile.map { try TokenOptions.content(of: $0) }
        return configuration
    }
}
