import Foundation
import Originals
import PhotoFeed
import ProgramServices
import Scheduling

/// The libraries of a feed, which are opened on its scheduler.
@SchedulableExtension
extension ServedFeed {
    /// Creates a feed on a scheduler, and opens its libraries there.
    static func bound(
        to sources: [ServePage.Library], on scheduler: any Scheduler, by opener: LibraryOpener,
        for audience: Audience = .owner
    ) -> SchedulerBound<ServedFeed> {
        SchedulerBound(on: scheduler) {
            ServedFeed(opening: sources, by: opener, in: $0, for: audience)
        }
    }

    /// Opens libraries on this scheduler.
    convenience init(
        opening sources: [ServePage.Library], by opener: LibraryOpener,
        in home: SchedulerIsolation, for audience: Audience = .owner
    ) {
        self.init(
            sources.map { Self.open($0, by: opener, in: home, for: audience) }, for: audience)
    }

    /// Opens a library; one that cannot be opened is tried again by `reopen`.
    private static func open(
        _ source: ServePage.Library, by opener: LibraryOpener, in home: SchedulerIsolation,
        for audience: Audience
    ) -> Library {
        let name = name(source.name, for: audience)
        do throws(FeedError) {
            let reader = try opener.open(source.folder, in: home)
            var library = Library(name: name, source: source, reader: reader)
            library.renew = { open(source, by: opener, in: home, for: audience) }
            guard audience != .guest(originals: false) else { return library }
            let originals = OriginalsReader(library: source.folder.path)
            library.original = { (node) throws(FeedError) in try originals.file(of: node) }
            return library
        } catch {
            var library = Library(name: name, source: source, reader: UnopenedLibrary(error))
            library.reopen = { open(source, by: opener, in: home, for: audience) }
            return library
        }
    }

    /// Shows other libraries from now on.
    ///
    /// Those that are open already stay so.
    func show(
        _ sources: [ServePage.Library], by opener: LibraryOpener, in home: SchedulerIsolation
    ) {
        replaceLibraries { libraries in
            sources.map { source in
                libraries.first { $0.source == source && $0.reopen == nil }
                    ?? Self.open(source, by: opener, in: home, for: audience)
            }
        }
    }

    /// The name that an audience sees: a guest sees the last part of a folder's path.
    static func name(_ account: String, for audience: Audience) -> String {
        // Scalars are compared: a slash and a combining mark behind it are one character.
        let path = account.unicodeScalars
        guard audience != .owner, path.first == "/" else { return account }
        return path.split(separator: "/").last.map { String($0) } ?? ""
    }
}
