import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import FeedGallery
import Foundation
import PhotoFeed
import ProgramServices
import Routing
import Scheduling

/// `photopark gallery`: writes the library as a web page.
struct GalleryCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Write the library as a web page that opens from disk.",
        discussion: """
            The page uses only the files in its folder, and no network. An existing gallery is \
            replaced in one step; a folder with other files is rejected.

            With several accounts, the page names the accounts of each photo, and has a menu that \
            selects one of them. Equal photos of one date are shown once.

            A thumbnail that cannot be read is shown as a drawn tile, and the exit code is then 3.
            """)
    static let synonyms = ["web"]
    static let optionForStrayArgument: String? = "--output"
    static let example: CommandExample? = CommandExample(
        .show, "Write the photos as a web page", "gallery --output gallery")

    @OptionGroup var libraries: LibrariesOption

    @Option(
        help: ArgumentHelp("Write into this folder.", valueName: "DIR"), completion: .directory)
    var output: UserPath

    @Option(help: ArgumentHelp("The page's title.", valueName: "TEXT"))
    var title = "Photos"

    @OptionGroup var selection: SearchOption

    @Flag(help: "Show equal photos of several accounts once for each copy.")
    var copies = false

    @Flag(help: "Print errors only.")
    var quiet = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let unread = try await libraries.choice.openSelected(in: program)
            var route = WriteGallery(folder: output.expanded)
            route.title = title
            route.search = selection.search
            route.showsCopies = copies
            route.showsProgress = !quiet
            let result = try await program.router.run(route)
            if !quiet { StandardOutput.shared.line(result.text) }
            for failure in unread { StandardError.line(failure.line) }
            return result.end == .complete && unread.isEmpty ? .success : .partialSuccess
        }
    }

    /// The summary of a gallery: its photos and videos, counted as on its page, and its path.
    static func sentence(_ summary: GallerySummary) -> String {
        var parts: [String] = []
        let photos = summary.items - summary.videos
        if photos > 0 { parts.append(Units.count(photos, "photo")) }
        if summary.videos > 0 { parts.append(Units.count(summary.videos, "video")) }
        guard !parts.isEmpty else { return "No photos or videos: \(summary.indexPath)" }
        return parts.joined(separator: " and ")
            + " in \(Units.count(summary.months, "month")): \(summary.indexPath)"
    }

    /// Writes the gallery of accounts; `search` has the words that select a part of their feed.
    ///
    /// If it fails, the files written so far are removed.
    ///
    /// - Returns: its content, the accounts that were left out, and whether all thumbnails of the
    ///   others could be read.
    @MainActor
    static func write(
        _ accounts: [Scope], searching search: String?, to folder: URL, title: String,
        showsCopies: Bool, showsProgress: Bool
    ) async throws -> (GallerySummary, [AccountFailure], isReadable: Bool) {
        let feed = try AccountsFeed.bound(
            to: accounts, FeedQuery(limit: AccountsFeed.window), showingCopies: showsCopies,
            searching: search)
        let export = SchedulerBound<GalleryExport>(on: feed.scheduler) {
            try GalleryExport(feed.get(in: $0), folder: folder, title: title)
        }
        while let items = try await export.run({ try $0.addWindow() }) {
            try Task.checkCancellation()
            guard showsProgress else { continue }
            StandardError.write("\r\u{1B}[KGallery: \(Units.items(items))")
        }
        if showsProgress { StandardError.write("\r\u{1B}[K") }
        let summary = try await export.run { try $0.finish() }
        let (damage, failures) = try await export.run { ($0.damageReport(), $0.failures) }
        if let damage { StandardError.line(damage) }
        return (summary, failures, damage == nil)
    }
}
