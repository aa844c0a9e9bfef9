package import Originals
import Routing

/// Downloads the originals of an account, and shows the run.
package struct FetchOriginals: Route {
    package typealias Output = FetchedOriginals

    /// The form of the output.
    package enum Format: Hashable, Sendable {
        /// A line of progress on a terminal, and sentences.
        case text
        /// One event per line.
        case json
        /// Errors only.
        case quiet
    }

    package let account: String
    /// The originals, which the library stores; `nil` for those that it has stored.
    package let choice: OriginalsChoice?
    /// Whether a library without a stored choice is an error.
    package let isRequired: Bool
    package let format: Format
    /// Whether the output names the account.
    package let isNamed: Bool
    /// The options of this run alone.
    package let options: OriginalsRunOptions
    /// Whether XMP sidecars are written beside the originals.
    package let writesSidecars: Bool

    /// Whether thumbnails that the server does not make are made of the originals.
    package let makesThumbnails: Bool

    /// Whether whole files are read for thumbnails, from a server that makes none.
    package let readsWholeFiles: Bool

    package init(
        account: String, choice: OriginalsChoice?, isRequired: Bool, format: Format,
        isNamed: Bool = false, options: OriginalsRunOptions = OriginalsRunOptions(),
        writesSidecars: Bool = false, makesThumbnails: Bool = true, readsWholeFiles: Bool = false
    ) {
        self.account = account
        self.choice = choice
        self.isRequired = isRequired
        self.format = format
        self.isNamed = isNamed
        self.makesThumbnails = makesThumbnails
        self.readsWholeFiles = readsWholeFiles
        self.options = options
        self.writesSidecars = writesSidecars
    }
}
