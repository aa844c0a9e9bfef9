package import ArgumentParser
import Foundation
package import Originals
import PhotoFeed

/// The options that select the originals to download.
package struct OriginalsOptions: ParsableArguments {
    @Flag(
        help: """
            Download the originals, too. Without --to, the folder and the other options of the \
            library's last --originals are used; a sync without --originals repeats them as well.
            """)
    package var originals = false

    @Option(
        help: ArgumentHelp(
            "The folder of the originals. No file in it is ever overwritten.", valueName: "DIR"),
        completion: .directory)
    var to: UserPath?

    @Option(
        help: ArgumentHelp(
            "The paths of the originals, by default \(OriginalLayout.standard). The tokens are "
                + "{year}, {month}, {day}, {stem}, {ext}, {folder}, {kind}, {account} and {id8}.",
            valueName: "TEMPLATE"))
    var layout: String?

    @Option(
        help: ArgumentHelp(
            "Only originals of this date or later: 2024, 2024-05-31, 2w.", valueName: "DATE"),
        transform: { try DayArgument(text: $0) })
    var since: DayArgument?

    @Option(help: ArgumentHelp("Only originals of this kind: photo or video.", valueName: "KIND"))
    var kind: OriginalKind?

    @Option(
        help: ArgumentHelp(
            "Only originals whose name or path matches, such as \"*.jpg\" or \"/Trip/**\"; repeat "
                + "it for several.", valueName: "PATTERN"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "No originals whose name or path matches; repeat it for several.",
            valueName: "PATTERN"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "The largest number of bytes of originals in a run: 500M, 2G. The rest is left for "
                + "later runs.", valueName: "N"),
        transform: ByteCount.init(text:))
    var maxBytes: ByteCount?

    @Option(
        help: ArgumentHelp(
            "The time of the last change that downloaded files get: modified, which the server "
                + "lists and is the default, or taken.", valueName: "TIME"))
    var mtime: OriginalsChoice.FileTime?

    @Flag(
        help: """
            Move the originals of photos that the server no longer has to the folder .trash below \
            that of the originals: at most 100 of them or 1 % in a run, and none in a run that \
            lists the account from its beginning.
            """)
    var prune = false

    @Option(
        help: ArgumentHelp(
            "Write the metadata of each original beside it: xmp for a file NAME.EXT.xmp. A file "
                + "of another program is kept.", valueName: "FORMAT"))
    package var sidecar: SidecarFormat?

    @Option(
        name: [.long, .customLong("transfers")],
        help: ArgumentHelp(
            "The number of originals that are downloaded at the same time, from 1 to 8; by "
                + "default 6.", valueName: "N"))
    var parallel: Int?

    package init() {}

    package func validate() throws {
        let isSelecting =
            to != nil || layout != nil || since != nil || kind != nil || maxBytes != nil
            || mtime != nil || !include.isEmpty || !exclude.isEmpty
        if isSelecting, !originals || to == nil {
            throw ValidationError(
                "--layout, --since, --kind, --include, --exclude, --max-bytes and --mtime need "
                    + "--originals and --to; --to needs --originals")
        }
        if let parallel, !(1...8).contains(parallel) {
            throw ValidationError("--parallel is a number from 1 to 8")
        }
        if let pattern = (include + exclude).first(where: { $0.isEmpty || $0.contains("\0") }) {
            throw ValidationError("the pattern \(pattern.debugDescription) is not valid")
        }
        do { _ = try OriginalLayout(layout ?? OriginalLayout.standard) } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Whether a run without originals, because the library has stored no choice, is an error.
    package var areRequired: Bool {
        originals || prune || sidecar != nil || parallel != nil
    }

    /// The options of this run alone.
    ///
    /// - Parameter canPrune: whether the run may move originals to the trash.
    package func options(pruning canPrune: Bool) -> OriginalsRunOptions {
        var options = OriginalsRunOptions(prunes: prune && canPrune)
        if let parallel { options.transfers = parallel }
        return options
    }

    /// The originals that the options select; `nil` for those that the library has stored.
    package var choice: OriginalsChoice? {
        guard let to, let layout = try? OriginalLayout(layout ?? OriginalLayout.standard) else {
            return nil
        }
        return OriginalsChoice(
            folder: to.folder.standardizedFileURL.path, layout: layout, since: since?.start,
            kind: kind?.kind, included: include.map(PathPattern.init),
            excluded: exclude.map(PathPattern.init), byteLimit: maxBytes?.bytes,
            fileTime: mtime ?? .modified)
    }
}

/// A format of the metadata beside originals.
package enum SidecarFormat: String, ExpressibleByArgument, CaseIterable {
    /// The Extensible Metadata Platform (ISO 16684-1).
    case xmp
}

/// On the command line, each time has the name of its case.
extension OriginalsChoice.FileTime: ExpressibleByArgument {}

/// A kind of originals on the command line.
enum OriginalKind: String, ExpressibleByArgument, CaseIterable {
    case photo, video

    var kind: MediaInfo.Kind {
        switch self {
        case .photo: .photo
        case .video: .video
        }
    }
}

/// A number of bytes in common notations: `500k`, `2M`, `1.5GB`.
///
/// A kilobyte is 1000 bytes.
package struct ByteCount: Sendable {
    /// The number.
    package let bytes: Int64

    /// Parses `text`.
    ///
    /// - Throws: `ValidationError` with the expected form.
    package init(text: String) throws {
        var number = text.lowercased()
        if number.hasSuffix("b") { number.removeLast() }
        let factors: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12]
        let factor = number.last.flatMap { factors[$0] }
        if factor != nil { number.removeLast() }
        let count = (Double(number) ?? .nan) * (factor ?? 1)
        guard count >= 1, count < 1e18 else {
            throw ValidationError("a number of bytes is 1 or more, such as 500M or 2G")
        }
        bytes = Int64(count)
    }
}
