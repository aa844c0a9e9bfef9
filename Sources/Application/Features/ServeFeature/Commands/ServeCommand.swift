import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Escaping
import Foundation
import Scheduling
import ServiceKeys
import Themes
import WebServer

/// `photopark serve`: a page with the photos of libraries, for browsers of this machine.
struct ServeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the photos in a browser on this machine.",
        discussion: """
            The server listens on 127.0.0.1, and runs until it is interrupted. The first line \
            of output is the address to open. It contains a token, which is different in every \
            run, and without which the server shows nothing to other users of this machine.

            The command reads the libraries and never writes; it needs no network.

            With --share, the following lines of output are addresses for guests. A guest sees \
            the libraries of its share and nothing else, and no originals without \
            --share-originals.

            For other machines, run a reverse proxy with TLS, and state its address with \
            --behind-proxy. Only then --listen accepts an address that is not this machine's own.
            """)
    static let synonyms = ["view", "browse", "show"]
    static let optionForStrayArgument: String? = "--library"
    static let example: CommandExample? = CommandExample(
        .show, "Show the photos in a browser", "serve")

    /// The time for running responses after a signal; the process ends after 1.5 s.
    private static let grace = Duration.milliseconds(400)

    @OptionGroup var libraries: LibrariesOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Listen on this port; 0 selects a free one.", valueName: "P")
    )
    var port = 0

    @Option(
        help: ArgumentHelp(
            "Listen on this numeric address.", valueName: "ADDRESS"))
    var listen = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "The address of a reverse proxy, such as photos.example.org/album.",
            valueName: "HOST"))
    var behindProxy: String?

    @Option(
        help: ArgumentHelp(
            "Let a guest see these accounts or library folders alone; repeat it for several.",
            valueName: "NAME=LIBRARY,…"))
    var share: [GuestShare] = []

    @Flag(help: "Show the originals to the guests, too.")
    var shareOriginals = false

    func validate() throws {
        guard share.count <= GuestShare.limit, Set(share.map(\.name)).count == share.count else {
            throw ValidationError(
                "--share can name \(GuestShare.limit) guests at most, each once")
        }
        if shareOriginals, share.isEmpty {
            throw ValidationError("--share-originals needs --share")
        }
        guard let address = WebServerConfiguration.Address(listen) else {
            throw ValidationError("--listen must be a numeric address, such as 127.0.0.1 or ::1")
        }
        if let behindProxy, ProxyAddress(behindProxy) == nil {
            throw ValidationError(
                "--behind-proxy must be a host, such as photos.example.org or "
                    + "https://example.org:8443/album; http is accepted for this machine only")
        }
        guard address.isLoopback || behindProxy != nil else {
            throw ValidationError(
                "--listen \(address.host) is not an address of this machine alone: it needs a "
                    + "reverse proxy with TLS, and --behind-proxy HOST")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be 0 to 65535")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let unread = try await libraries.choice.openSelected(in: program)
            let accounts = try program.scope.accounts(nil)
            let feed = try ServedFeed.bound(to: accounts)
            let guests = try guestFeeds(of: accounts)
            // Opens the libraries, so that an unreadable one ends the command.
            let unopened = try await feed.run { $0.unopened }
            for failure in unread + unopened { StandardError.line(failure.line) }
            for guest in guests { _ = try await guest.run { $0.unopened } }
            let server = FeedServer(
                feed, guests: guests, on: WebServerConfiguration.Address(listen) ?? .loopback,
                behind: behindProxy.flatMap { ProxyAddress($0) })
            let address: String
            do { address = try await server.start(port: port) } catch {
                throw ProgramError(.cannotCreate, "\(error)")
            }
            StandardOutput.shared.line(address)
            for (guest, address) in zip(share, server.guestAddresses) {
                StandardOutput.shared.line(TerminalText.escape(guest.name) + ": " + address)
            }
            if isatty(STDOUT_FILENO) == 1 {
                let style = TerminalStyle.chosen(
                    isTerminal: true, environment: ProcessInfo.processInfo.environment)
                StandardOutput.shared.line(
                    style.text("Open this address in a browser; Ctrl-C stops the server.", .soft))
            }
            StandardOutput.shared.flush()
            try await withTaskCancellationHandler {
                try await server.waitUntilStopped()
            } onCancel: {
                Task { await server.stop(within: Self.grace) }
            }
            return .success
        }
    }

    /// The feeds of the guests, each with the libraries of its share.
    private func guestFeeds(of accounts: [Scope]) throws -> [SchedulerBound<ServedFeed>] {
        try share.map { guest in
            guard let positions = guest.positions(in: accounts.map(\.name)) else {
                let served = accounts.map(\.name).joined(separator: ", ")
                throw ProgramError(
                    .usage,
                    "--share \(TerminalText.escape(guest.name)) names a library that is not "
                        + "served: the libraries are \(TerminalText.escape(served))")
            }
            return try ServedFeed.bound(
                to: positions.map { accounts[$0] }, for: .guest(originals: shareOriginals))
        }
    }
}
