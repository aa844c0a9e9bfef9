import Accounts
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Foundation
import Originals
import PhotoFeed
import Processes
import ProgramServices
import Routing
import Scheduling
import Signals
import WebServer

/// `photopark watch`: keeps libraries up to date until it is stopped.
struct WatchCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Keep the library up to date until you stop it.",
        discussion: """
            The watch syncs once, and then waits for changes at the server: a new photo is in the \
            library some seconds later. It repeats what the library has stored: its folder and \
            the size of its thumbnails. Without a connection it waits and tries again, and after \
            a sleep of the machine it connects at once.

            It opens the library for each run and holds nothing while it waits, so that sync and \
            gallery work meanwhile. Several accounts are watched at the same time; one that fails \
            ends no other.

            The limits --max-time, --max-requests and --max-bytes are those of each run. A run \
            that a limit has ended is continued by another one after the seconds of --interval.

            SIGUSR1 starts a run at once. SIGHUP reads the accounts and their settings again; if \
            standard error is a terminal, it ends the watch. A second watch of a library ends \
            with code 79.

            It ends with code 77 if the server refuses the token, and with code 3 if the server \
            has lost more photos than --max-delete allows. With --json, standard output has one \
            event per line: synced with added, changed, removed, thumbnails and items, and \
            watch_state with state (waiting, limited, offline, online, locked, \
            reloaded, ended) and reason, and \
            on_change with code, output and reason, listening with address, and serving with \
            address and guest.

            With --serve, a page shows the photos in a browser meanwhile, as serve does. The \
            addresses are the first lines of standard output. They contain tokens, which are \
            different in every run.
            """)
    /// The pause after a run that a limit has ended, in seconds.
    private static let standardPause = 300
    static let synonyms = ["daemon", "monitor", "follow"]
    static let optionForStrayArgument: String? = "--library"

    @OptionGroup var libraries: LibrariesOption
    @OptionGroup var server: ServerOptions

    @Option(
        help: ArgumentHelp(
            "The seconds between two runs at a service that does not report changes, such as "
                + "WebDAV, and after a run that a limit has ended. By default 300 after a limit, "
                + "and else 60 if one request shows that nothing has changed, or 900.",
            valueName: "SECONDS"))
    var interval: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The photos that a run may remove, as in sync; by default 10%, and at least 10.",
            valueName: "LIMIT"),
        transform: RemovalLimit.init(text:))
    var maxDelete = RemovalLimit.standard

    @OptionGroup var limits: RunLimits

    @Option(
        help: ArgumentHelp(
            "The largest number of bytes of originals in a run: 500M, 2G; by default that of the "
                + "library's choice. The rest is left for later runs.",
            valueName: "N"),
        transform: ByteCount.init(text:))
    var maxBytes: ByteCount?

    @Option(
        help: ArgumentHelp(
            "Run COMMAND in a shell after each run that has changed the library. The variables "
                + "PHOTOPARK_ADDED, _CHANGED, _REMOVED, _THUMBNAILS, _ITEMS, _LIBRARY and "
                + "_ACCOUNT describe the change.",
            valueName: "COMMAND"))
    var onChange: String?

    @Option(
        help: ArgumentHelp(
            "Serve metrics for Prometheus at /metrics, and the health at /healthz and /readyz, on "
                + "a port of this machine: PORT, 127.0.0.1:PORT or [::1]:PORT.",
            valueName: "ADDRESS"),
        transform: {
            guard let address = MetricsAddress($0) else {
                throw ValidationError("it is a port, 127.0.0.1:PORT or [::1]:PORT")
            }
            return address
        })
    var metrics: MetricsAddress?

    @Flag(help: "Show the photos in a browser meanwhile, as serve does.")
    var serve = false

    @OptionGroup var page: PageOptions

    @Flag(help: "Print one JSON event per line.")
    var json = false

    func validate() throws {
        if page.isGiven, !serve {
            throw ValidationError(
                "--port, --listen, --behind-proxy, --share and --share-originals need --serve")
        }
        guard interval.map({ (10...86_400).contains($0) }) ?? true else {
            throw ValidationError("--interval is a number of seconds from 10 to 86400")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        // No crash writes the token to a file.
        let ban = CoreDumps()
        defer { withExtendedLifetime(ban) {} }
        let requests = RequestSignal.all()
        return try await modules.run { program in
            let counter = RequestCounter()
            let monitor = WatchMonitor(
                ServiceNotifier(), in: program.scope, counting: counter)
            let log = WatchLog(isJSON: json)
            let listeners = Listeners<any WatchListener>()
            listeners.add(monitor)
            listeners.add(log)
            defer { withExtendedLifetime((monitor, log)) {} }
            let executor = LimitedExecutor(limit: ChangeCommand.parallelRuns)
            let session = WatchSession(
                selecting: { former in
                    let selection = try await libraries.choice
                        .selected(in: program, hasServer: server.isGiven).keeping(former)
                    let needsServer = selection.libraries.contains { $0.account == nil }
                    if former == nil, needsServer, !server.isGiven {
                        // It fails without a token, before the folder of the library is created.
                        _ = try await server.configuration(for: nil)
                    }
                    if serve {
                        try await servePage(of: selection, in: program, showing: listeners)
                    }
                    return selection
                },
                makeWatcher: { watcher(of: $0, in: program, counting: counter, report: $1) },
                makeCommand: { command(of: $0, on: executor, report: $1) },
                listeners: listeners)
            let metrics = self.metrics.map { MetricsServer(monitor, at: $0) }
            do {
                if let metrics {
                    let address = try await metrics.start()
                    listeners.broadcast { $0.happened(.listening(address), of: nil) }
                }
                let status = try await session.run(requests)
                await metrics?.stop()
                try Task.checkCancellation()
                return status
            } catch let error as WebServerError {
                throw ProgramError(.cannotCreate, "\(error)")
            } catch {
                await metrics?.stop()
                throw error
            }
        }
    }

    /// Shows the libraries on the page, which another feature serves until the program ends.
    @MainActor
    private func servePage(
        of selection: LibraryChoice.Selection, in program: RunningProgram,
        showing listeners: Listeners<any WatchListener>
    ) async throws {
        let route = ServePage(
            selection.libraries.map { ServePage.Library(name: $0.name, folder: $0.folder) },
            settings: page.settings)
        do {
            for visitor in try await program.router.run(route) {
                let event = WatchEvent.serving(guest: visitor.guest, address: visitor.address)
                listeners.broadcast { $0.happened(event, of: nil) }
            }
        } catch let error as RouteError where error.code == .noHandler {
            throw ProgramError(.usage, "this program has no page for --serve")
        }
    }

    /// Creates the watcher of a library.
    @MainActor
    private func watcher(
        of library: LibraryChoice.Library, in program: RunningProgram,
        counting counter: RequestCounter, report: @escaping WatchSession.Report
    ) -> LibraryWatcher {
        let service = (try? library.account.map { try ServerConfiguration(of: $0).provider })
        let provider = (service ?? nil) ?? server.service
        return LibraryWatcher(
            library,
            waiting: provider.capabilities.changes == .cursor
                ? .longpoll : interval.map { FeedWatch.Waiting.interval(.seconds($0)) } ?? .tags,
            options: WatchOptions(
                removalLimit: maxDelete, limits: limits,
                originals: OriginalsRunOptions(byteLimit: maxBytes?.bytes),
                pause: .seconds(interval ?? Self.standardPause), counter: counter), in: program,
            configuring: { try await server.configuration(for: library.account) },
            report: report)
    }

    /// Creates the command of `--on-change` of a library.
    @MainActor
    private func command(
        of library: LibraryChoice.Library, on executor: LimitedExecutor,
        report: @escaping WatchSession.CommandReport
    ) -> ChangeCommand? {
        onChange.map {
            ChangeCommand(
                environment: [
                    "PHOTOPARK_LIBRARY": library.folder.path,
                    "PHOTOPARK_ACCOUNT": library.account.map { "\($0.name)" } ?? "",
                ], on: executor, run: ChangeCommand.shell($0), report: report)
        }
    }
}
