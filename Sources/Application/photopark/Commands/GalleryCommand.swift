import ArgumentParser
import FeedGallery
import Foundation
import Rendering
import Scheduling

/// `photopark gallery`: the library as a page to look at.
struct GalleryCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Write the library as a web page that opens from the disk.",
        discussion: """
            The page needs no network and nothing but its folder. A gallery that is there already is replaced in one step; a \
            folder with anything else in it is refused.
            """)

    @OptionGroup var library: LibraryOption

    @Option(
        help: ArgumentHelp("Write into this folder.", valueName: "DIR"), completion: .directory)
    var output: UserPath

    @Option(help: ArgumentHelp("The page's title.", valueName: "TEXT"))
    var title = "Photos"

    @Flag(help: "Print nothing but errors.")
    var quiet = false

    func execute() async throws -> ExitStatus {
        let summary = try await Self.write(
            libraryFolder: library.folder,
            to: output.folder,
            title: title,
            showsProgress: !quiet && isatty(STDERR_FILENO) == 1)
        if !quiet {
            StandardOutput.shared.line(
                "\(Units.count(summary.items, "photo")) in \(Units.count(summary.months, "month")): \(summary.indexPath)"
            )
        }
        return .success
    }

    /// Writes the gallery of a library.
    @MainActor
    static func write(
        libraryFolder: URL, to folder: URL, title: String, showsProgress: Bool
    ) async throws -> GallerySummary {
        let assembly = Assembly()
        let library = assembly.library(in: libraryFolder, .readOnly)
        let export = SchedulerBound<GalleryExport>(on: assembly.business) {
            try GalleryExport(
                library: library.here($0), libraryFolder: libraryFolder, folder: folder,
                title: title)
        }
        while let items = try await export.run({ try $0.addWindow() }) {
            try Task.checkCancellation()
            if showsProgress {
                StandardError.write("\r\u{1B}[KGallery: \(Units.count(items, "photo"))")
            }
        }
        if showsProgress { StandardError.write("\r\u{1B}[K") }
        return try await export.run { try $0.finish() }
    }
}
