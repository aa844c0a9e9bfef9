import Accounts
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Events
import Foundation
import HTTPGateway
import PhotoFeed
import Processes
import ProgramServices
import Providers
import Routing
import Scheduling
import Signals

/// `photopark sync`: brings the library up to date with the account.
struct SyncCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract:
            "List the photos and videos of the account, and fetch their thumbnails and originals.",
        discussion: """
            The library receives an entry for each photo and video, and a thumbnail of each photo \
            if \(Providers.standard.displayName) supports its format (not of HEIC, raw photos and \
            videos). The originals are downloaded with --originals --to DIR, each compared with \
            the server's hash; later runs repeat this. Thumbnails that the server does not make \
            are then made of the originals, by the programs vipsthumbnail (libvips-tools) and \
            ffmpeg in processes with limits.

            The first run lists the whole account, later runs list the changes only. An \
            interrupted run resumes where it stopped, and so does one that --max-time or \
            --max-requests has ended (code 3). With --json, standard output has one event \
            per line and nothing else.

            Several accounts are synced at the same time, each with the limits of its own server; \
            --limit-rate is divided among them. An account that fails stops no other, and the exit \
            code is the worst one.

            A WebDAV server, such as Nextcloud, needs --provider webdav, --endpoint with the \
            address of your folder, --user, and --token-file with the password. It makes no \
            thumbnails: those that cameras write into their photos are read, and with --previews \
            others are made of the whole files.
            """)
    static let synonyms = ["download", "fetch", "pull", "get"]
    static let optionForStrayArgument: String? = "--library"
    static let example: CommandExample? = CommandExample(
        .fetch, "Sync your photos", "sync")

    @OptionGroup var libraries: LibrariesOption
    @OptionGroup var server: ServerOptions

    @Option(
        help: ArgumentHelp(
            "Mirror only this folder, such as \"/Camera Uploads\".", valueName: "PATH"))
    var folder: String = ""

    @Flag(
        help: """
            Let a library of another server, account or folder follow this one. Entries that only \
            the former source has are removed.
            """)
    var replace = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The photos that a run may remove: a number, a share such as 20%, or all; by default "
                + "10%, and at least 10. A run stops before the page of changes that exceeds "
                + "this, and ends with code 3.",
            valueName: "LIMIT"),
        transform: RemovalLimit.init(text:))
    var maxDelete = RemovalLimit.standard

    @Flag(help: "Do not fetch thumbnails.")
    var noThumbnails = false

    @Option(
        help: ArgumentHelp(
            "The size of the thumbnails: small, medium or large. The library stores it for later "
                + "runs, and thumbnails of another size are fetched again. The size of a new "
                + "library is medium.",
            valueName: "SIZE"))
    var thumbnailSize: ThumbnailChoice?

    @Flag(
        help: """
            If the server makes no thumbnails, and a photo contains none near its beginning, read \
            whole files of at most 64 MiB, and make their thumbnails here.
            """)
    var previews = false

    @Flag(
        help: """
            Fetch dates, places and sizes in pixels with the thumbnails: one request per photo. \
            Thumbnails without this information are fetched again. A file without a thumbnail, \
            such as a video, gets it from its original (--originals).
            """)
    var mediaInfo = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum receive rate in bytes per second: 500k, 2M.", valueName: "RATE"),
        transform: ByteRate.init(text:))
    var limitRate: ByteRate?

    @OptionGroup var limits: RunLimits

    @OptionGroup var originals: OriginalsOptions

    @Flag(help: "Print one JSON event per line.")
    var json = false

    @Flag(help: "Print errors only.")
    var quiet = false

    @Flag(help: "Ask no questions; the default without a terminal, and with --json or --quiet.")
    var noInput = false

    @OptionGroup var tracing: TraceOption

    @Flag(help: .hidden)
    var singleScheduler = false

    func validate() throws {
        if json, quiet { throw ValidationError("--json and --quiet cannot be combined") }
        if mediaInfo, noThumbnails {
            throw ValidationError(
                "--media-info needs thumbnails: remove --no-thumbnails")
        }
        if previews, noThumbnails {
            throw ValidationError("--previews and --no-thumbnails cannot be combined")
        }
        if thumbnailSize != nil, noThumbnails {
            throw ValidationError("--thumbnail-size and --no-thumbnails cannot be combined")
        }
        if !folder.isEmpty, folder.utf8.first != UInt8(ascii: "/") {
            throw ValidationError(
                "--folder must be an absolute path in the account, such as \"/Camera Uploads\"")
        }
        if libraries.library.count > 1 {
            throw ValidationError("a sync without an account has one --library")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        guard !libraries.isPlural else {
            return try await run(modules) { program in
                let selection = try await libraries.choice.selected(
                    in: program, hasServer: server.isGiven)
                return try await run(selection, in: program)
            }
        }
        let presenter = SyncPresenter(
            display: .chosen(json: json, quiet: quiet), provider: server.service)
        return try await presenter.reporting {
            try await run(modules) { program in
                try await offerSignIn(in: program)
                let selection = try await libraries.choice.selected(
                    in: program, hasServer: server.isGiven)
                return try await follow(selection.libraries[0], presenter, in: program)
            }
        }
    }

    /// Runs `work` in the composed program, with the schedulers and the trace of the options.
    @MainActor
    func run(
        _ modules: ProgramModules,
        _ work: @MainActor (RunningProgram) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        // No crash writes the token to a file.
        let ban = CoreDumps()
        defer { withExtendedLifetime(ban) {} }
        return try await tracing.record {
            try await modules.run(
                placement: singleScheduler ? .singleScheduler : .partitioned, work)
        }
    }

    /// Brings a library up to date within the limits of the options, and shows the run.
    ///
    /// - Parameter count: the number of runs that share the receive rate.
    /// - Throws: the error of the run; `CancellationError` after an interruption.
    @MainActor
    func follow(
        _ library: LibraryChoice.Library, _ presenter: SyncPresenter, sharedBy count: Int = 1,
        in program: RunningProgram
    ) async throws -> ExitStatus {
        try await limits.run {
            try await update(library, presenter, sharedBy: count, $0, in: program)
        } ?? .partialSuccess
    }

    /// Brings a library up to date, and shows the run.
    @MainActor
    private func update(
        _ library: LibraryChoice.Library, _ presenter: SyncPresenter, sharedBy count: Int,
        _ meter: RequestMeter?, in program: RunningProgram
    ) async throws -> ExitStatus {
        var configuration = try await server.configuration(
            for: library.account,
            receiveLimit: limitRate.map { max(1, $0.bytesPerSecond / count) })
        configuration.meter = meter
        let scope = try LibraryChoice.open(library, in: program, server: configuration)
        let events = try program.scope.here(EventHubKey.self)
        func post(_ status: ExitStatus, isComplete: Bool) {
            let now = FeedTime(secondsSinceEpoch: Int64(time(nil)))
            events.post(
                SyncEnded(
                    account: library.account?.name, time: now, status: status.rawValue,
                    isComplete: isComplete))
        }
        do {
            let synced = try await presenter.follow(
                program.router.call(
                    SyncLibrary(account: scope.name, options: options(for: configuration))))
            let fetched = try await fetchOriginals(
                of: scope.name, sharedBy: count, afterListing: presenter.hasListed, in: program)
            if !json, !quiet {
                let countsPreviews =
                    presenter.lacksThumbnails && !previews && !noThumbnails
                    && configuration.provider.thumbnailSizes.isEmpty
                let (added, dates) = (presenter.added, dates(configuration.provider, presenter))
                presenter.show(
                    try await scope.handle(LibraryReaderKey.self).run {
                        try SyncConclusion(
                            $0, countsPreviews: countsPreviews, added: added, dates: dates)
                    })
            }
            let status = ExitStatus.worst(of: [synced, fetched])
            post(status, isComplete: true)
            return status
        } catch {
            if Task.isCancelled {
                // The run was recorded as complete after its thumbnails.
                await scope.correctSync(.interrupted)
            } else {
                post(FailureReport(error).status, isComplete: false)
            }
            throw error
        }
    }

    /// The way to the dates of photos that a run with these options has not taken.
    @MainActor
    private func dates(
        _ provider: FeedProvider, _ presenter: SyncPresenter
    ) -> SyncConclusion.DateSource? {
        guard !mediaInfo, !noThumbnails, !originals.originals else { return nil }
        if provider.capabilities.hasMediaInfo { return .server }
        // At a server without thumbnails, the run has read the beginnings of the files.
        return presenter.lacksThumbnails ? nil : .originals
    }

    /// Downloads the originals that the options or the library choose.
    @MainActor
    private func fetchOriginals(
        of account: String, sharedBy count: Int, afterListing hasListed: Bool,
        in program: RunningProgram
    ) async throws -> ExitStatus {
        let route = FetchOriginals(
            account: account, choice: originals.choice, isRequired: originals.areRequired,
            format: json ? .json : quiet ? .quiet : .text, isNamed: count > 1,
            // A listing that lacks photos by a fault of the server must not move their files.
            options: originals.options(pruning: !hasListed),
            writesSidecars: originals.sidecar != nil,
            makesThumbnails: !noThumbnails, readsWholeFiles: previews)
        do {
            let fetched = try await program.router.run(route)
            return fetched.end == .partial ? .partialSuccess : .success
        } catch let error as RouteError where error.code == .noHandler {
            guard !route.isRequired else {
                throw ProgramError(.usage, "this program cannot download originals")
            }
            return .success
        }
    }

    /// Offers the sign-in to a person without an account who has selected nothing else to sync.
    @MainActor
    private func offerSignIn(in program: RunningProgram) async throws {
        let canAsk = !noInput && !json && !quiet && isatty(STDIN_FILENO) == 1
        guard canAsk, !libraries.isGiven, !server.isGiven, !TokenOptions.isInEnvironment else {
            return
        }
        do {
            _ = try await program.router.run(RequireAccount())
        } catch let error as RouteError where error.code == .declined || error.code == .noHandler {
            // The message about the missing account follows.
        }
    }

    /// The options of a run at a server.
    func options(for server: ServerConfiguration) -> SyncOptions {
        SyncOptions(
            source: FeedSource(
                server: server.name,
                folder: String(folder.reversed().drop { $0 == "/" }.reversed()),
                account: server.account),
            credential: server.credential, replacesSource: replace,
            fetchesThumbnails: !noThumbnails, thumbnailSize: thumbnailSize?.size,
            mediaInfo: mediaInfo, removalLimit: maxDelete)
    }
}

/// The thumbnail sizes that the command line offers.
enum ThumbnailChoice: String, ExpressibleByArgument, CaseIterable {
    case small, medium, large

    var size: ThumbnailSize {
        switch self {
        case .small: .small
        case .medium: .medium
        case .large: .large
        }
    }
}
