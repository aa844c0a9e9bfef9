import CommandLineProgram
import CommandOptions
import Composition
import ProgramServices
import Scheduling
import TextFormats

/// The key of the page of this program.
enum LibraryPageKey: MainServiceKey { typealias Service = LibraryPage }

/// The page of this program: its libraries, on the scheduler of its readers, and its server.
@MainActor
@Schedulable
final class LibraryPage: ServiceLifeCycle {
    /// The time for running responses after a signal; the process ends after 1.5 s.
    private static let grace = Duration.milliseconds(400)

    private let opener: LibraryOpener
    private var readers: (any Scheduler)?
    /// The feed of the owner, and behind it those of the guests.
    private var feeds: [SchedulerBound<ServedFeed>] = []
    private var guests: [GuestShare] = []
    private var server: FeedServer?
    private var address: Task<String, any Error>?

    init(_ opener: LibraryOpener) { self.opener = opener }

    /// Whether the page has addresses, or gets them.
    var isListening: Bool {
        checkScheduler()
        return address != nil
    }

    /// Opens the libraries, in place of those that were open.
    ///
    /// - Returns: the accounts whose libraries cannot be opened; the page tries them again.
    /// - Throws: `ProgramError` if a guest of the first call has a library that is not served.
    func open(
        _ libraries: [ServePage.Library], for settings: ServedSettings
    ) async throws -> [AccountFailure] {
        checkScheduler()
        if feeds.isEmpty {
            guests = settings.guests
            let shares = try guests.map { try positions(of: $0, in: libraries) }
            let readers = WorkScheduler(name: "RD")
            self.readers = readers
            feeds = [ServedFeed.bound(to: libraries, on: readers, by: opener)]
            feeds += shares.map { positions in
                ServedFeed.bound(
                    to: positions.map { libraries[$0] }, on: readers, by: opener,
                    for: .guest(originals: settings.sharesOriginals))
            }
        } else {
            // A guest keeps what is left of its share.
            let names = libraries.map(\.name)
            let shown = [libraries] + guests.map { $0.known(in: names).map { libraries[$0] } }
            for (feed, sources) in zip(feeds, shown) {
                try await feed.run { [opener] in $0.show(sources, by: opener, in: $1) }
            }
        }
        return try await feeds[0].run { $0.unopened }
    }

    /// Listens, and returns the address of the owner and those of the guests.
    ///
    /// - Throws: `ProgramError` if the port cannot be used.
    func listen(_ settings: ServedSettings) async throws -> [ServePage.Visitor] {
        checkScheduler()
        let server =
            server
            ?? FeedServer(
                feeds[0], guests: Array(feeds.dropFirst()), on: settings.address,
                behind: settings.proxy)
        self.server = server
        let address = address ?? Task { try await server.start(port: settings.port) }
        self.address = address
        do {
            return [ServePage.Visitor(guest: nil, address: try await address.value)]
                + zip(guests, server.guestAddresses).map {
                    ServePage.Visitor(guest: $0.name, address: $1)
                }
        } catch {
            throw ProgramError(.cannotCreate, "\(error)")
        }
    }

    /// Serves until the task is cancelled; running responses end within the grace.
    ///
    /// - Throws: the error that ended the server.
    func serve() async throws {
        checkScheduler()
        guard let server else { return }
        try await withTaskCancellationHandler {
            try await server.waitUntilStopped()
        } onCancel: {
            Task { await server.stop(within: Self.grace) }
        }
    }

    /// Ends the server and its streams.
    nonisolated(nonsending) func stop() async { await server?.stop(within: Self.grace) }

    private func positions(
        of guest: GuestShare, in libraries: [ServePage.Library]
    ) throws -> [Int] {
        let names = libraries.map(\.name)
        guard let positions = guest.positions(in: names) else {
            throw ProgramError(
                .usage,
                "--share \(TerminalText.escape(guest.name)) names a library that is not served: "
                    + "the libraries are \(TerminalText.escape(names.joined(separator: ", ")))")
        }
        return positions
    }
}
