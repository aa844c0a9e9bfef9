import CommandLineProgram
import CommandOptions
import Composition
import PhotoFeed
import ProgramServices
import Scheduling
import TextFormats

/// The description of one photo or video on standard output.
enum PhotoPrinter {
    /// Prints the photo or video that `route` names.
    ///
    /// - Throws: `ProgramError` with the status `noInput` if the library does not contain it.
    @MainActor
    static func print(_ route: ShowPhoto, of account: Scope) async throws {
        let library = account.handle(LibraryReaderKey.self)
        let id = NodeID(rawValue: route.photo)
        guard let item = try await library.run({ try $0.item(id) }) else {
            throw ProgramError(.noInput, "the library has no photo or video '\(id)'")
        }
        let lines = route.isJSON ? [item.json(of: [account.name])] : lines(of: item)
        for line in lines { StandardOutput.shared.line(line) }
    }

    private static func lines(of item: FeedItem) -> [String] {
        let row = FeedLine.row(item, of: [])
        let location = item.storedThumbnail.map {
            "\($0.length) bytes of \($0.path), from byte \($0.offset)"
        }
        let facts: KeyValuePairs = [
            "Path": row.path, "Date": row.date, "Kind": item.node.kind.rawValue,
            "Size": row.size, "Pixels": row.pixels,
            "Thumbnail": location ?? item.thumbnailFailure ?? "not fetched yet",
        ]
        return facts.map { name, value in
            TerminalText.column(name, width: 11) + TerminalText.escape(value)
        }
    }
}
