package import Routing

/// Writes the library of an account as a web page; the output is a summary in one sentence.
package struct WriteGallery: AddressableRoute, Equatable {
    package typealias Output = String

    package static let address = RouteAddress(
        "gallery", .external(.writes), from: WriteGallery(folder: ""), .query("account", \.account),
        .query("folder", \.folder, required: true), .query("title", \.title))

    /// The account; `nil` for the one that is open.
    package var account: String?
    /// The path of the folder for the page.
    package var folder: String
    /// The title of the page.
    package var title = "Photos"
    /// Whether a terminal shows the progress.
    package var showsProgress = true

    package init(folder: String) { self.folder = folder }
}
