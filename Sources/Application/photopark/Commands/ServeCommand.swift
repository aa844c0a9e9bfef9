import ArgumentParser
import DropboxStub
import Foundation
import Rendering

/// `photopark stub`: a server that speaks like Dropbox, reachable from this machine only.
struct ServeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "stub",
        abstract: "Serve drawn photos, or a folder of yours, as Dropbox would.",
        discussion: """
            Listens on 127.0.0.1 only, until it is interrupted. Every access token is good unless --token-file names one. \
            With --control, POST requests below /control/ add, change, move and delete files and order faults; \
            Documentation/Stub.md lists them.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Listen on this port; 0 takes any free one.", valueName: "P")
    )
    var port = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Serve N drawn photos, the same ones every time (default: 1000).", valueName: "N"))
    var photos: Int?

    @Option(
        help: ArgumentHelp("Serve the files below DIR instead of drawn photos.", valueName: "DIR"),
        completion: .directory)
    var root: UserPath?

    @Option(help: ArgumentHelp("Draw other photos for another S.", valueName: "S"))
    var seed: UInt64 = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Answer at most L entries a page.", valueName: "L")
    )
    var pageLimit: Int?

    @Option(
        help: ArgumentHelp("Accept only the token in FILE.", valueName: "FILE"),
        completion: .file())
    var tokenFile: UserPath?

    @Flag(help: "Take orders below /control/.")
    var control = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        if let photos {
            guard (0...10_000_000).contains(photos) else {
                throw ValidationError("--photos is 0 to 10000000")
            }
            guard root == nil else {
                throw ValidationError("--photos and --root exclude each other")
            }
        }
        if let pageLimit, pageLimit < 1 { throw ValidationError("--page-limit is 1 or more") }
    }

    func execute() async throws -> ExitStatus {
        let stub = DropboxStub(try configuration())
        let port: Int
        do { port = try await stub.start() } catch {
            throw ProgramError(.cannotCreate, "cannot listen on 127.0.0.1:\(self.port): \(error)")
        }
        if stub.leftOut > 0 {
            StandardError.line(
                "\(Units.count(stub.leftOut, "name")) left out: each must be UTF-8, and differ from all others in more than case"
            )
        }
        StandardOutput.shared.line("photopark stub listening on http://127.0.0.1:\(port)")
        StandardOutput.shared.flush()
        try await withTaskCancellationHandler {
            try await stub.waitUntilStopped()
        } onCancel: {
            Task { await stub.stop() }
        }
        return .success
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
                throw ProgramError(.noInput, "there is no folder \(root)")
            }
            configuration.source = .folder(folder)
        }
        configuration.port = port
        configuration.pageLimit = pageLimit
        configuration.allowsControl = control
        configuration.acceptedToken = try tokenFile.map(TokenOptions.content)
        return configuration
    }
}
