import ArgumentParser
import PhotoFeed

/// `photopark sync`: brings the library up to date with the account.
struct SyncCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "List the photos and videos of the account, and fetch thumbnails.",
        discussion: """
            The library gets an entry for each photo and video, and a thumbnail of each photo of which Dropbox makes one (not \
            of HEIC, raw photos and videos). The originals are not downloaded: this is not a backup.

            The first run lists the whole account, later ones only what has changed since. A run that is interrupted goes on \
            where it stopped. With --json standard output carries one event a line and nothing else.
            """)

    @OptionGroup var library: LibraryOption
    @OptionGroup var server: ServerOptions

    @Option(
        help: ArgumentHelp(
            "Mirror only this folder, such as \"/Camera Uploads\".", valueName: "PATH"))
    var folder: String = ""

    @Flag(
        help:
            "Have a library that follows another server or folder follow this one, and lose what only the other has."
    )
    var replace = false

    @Flag(help: "Fetch no thumbnails.")
    var noThumbnails = false

    @Option(
        help: ArgumentHelp(
            "Fetch thumbnails in this size: small, medium or large. The library keeps it for later runs, and thumbnails of "
                + "another size are fetched again. A new library begins with medium.",
            valueName: "SIZE"))
    var thumbnailSize: ThumbnailChoice?

    @Flag(
        help: """
            Ask for dates, places and sizes in pixels too, with the thumbnails: one request for each photo. Thumbnails that \
            came without them are fetched again.
            """)
    var mediaInfo = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Receive at most this many bytes a second: 500k, 2M.", valueName: "RATE"),
        transform: ByteRate.init(text:))
    var limitRate: ByteRate?

    @Flag(help: "Print one JSON event a line.")
    var json = false

    @Flag(help: "Print nothing but errors.")
    var quiet = false

    @OptionGroup var tracing: TraceOption

    @Flag(help: .hidden)
    var singleScheduler = false

    func validate() throws {
        if json, quiet { throw ValidationError("--json and --quiet exclude each other") }
        if mediaInfo, noThumbnails {
            throw ValidationError(
                "--media-info comes with the thumbnails: leave --no-thumbnails out")
        }
        if thumbnailSize != nil, noThumbnails {
            throw ValidationError("--thumbnail-size and --no-thumbnails exclude each other")
        }
        if !folder.isEmpty, !folder.hasPrefix("/") {
            throw ValidationError(
                "--folder is a path from the account's root, such as \"/Camera Uploads\"")
        }
    }

    func execute() async throws -> ExitStatus {
        let presenter = SyncPresenter(display: .chosen(json: json, quiet: quiet))
        return try await presenter.reporting { try await run(presenter) }
    }

    @MainActor
    private func run(_ presenter: SyncPresenter) async throws -> ExitStatus {
        // A server on this machine may need no token, but the `Authorization` header must not be
        // empty.
        let fallback = server.endpoint?.isLoopback == true ? "anonymous" : nil
        guard let token = try await server.token.token(for: server.endpoint) ?? fallback else {
            throw ProgramError(
                .authorization,
                "no token: give --token-file, --token-command or, for Dropbox itself, PHOTOPARK_TOKEN_FILE; "
                    + "the README says how to get one")
        }
        let assembly = Assembly(placement: singleScheduler ? .singleScheduler : .partitioned)
        let server = Server(
            endpoint: server.endpoint, caFile: server.caFile?.expanded, token: token,
            receiveLimit: limitRate?.bytesPerSecond)
        let options = SyncOptions(
            source: FeedSource(
                server: server.name,
                folder: String(folder.reversed().drop { $0 == "/" }.reversed())),
            credential: FeedCredential(secret: token), replacesSource: replace,
            fetchesThumbnails: !noThumbnails, thumbnailSize: thumbnailSize?.size,
            mediaInfo: mediaInfo)
        return try await tracing.recording {
            try await assembly.closingLibraries {
                try await presenter.follow(
                    assembly.syncRun(library: library.folder, server: server), options)
            }
        }
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
