package import Routing

/// Writes the libraries of accounts as a web page; the output is a summary in one sentence.
package struct WriteGallery: AddressableRoute, Equatable {
    package typealias Output = ShownSummary

    package static let address = RouteAddress(
        "gallery", .writes, from: WriteGallery(folder: ""), .query("account", \.account),
        .query("folder", \.folder, required: true), .query("title", \.title),
        .query("search", \.search), .query("copies", \.showsCopies))

    /// The account; `nil` for all that are open.
    package var account: String?
    /// The path of the folder for the page.
    package var folder: String
    /// The title of the page.
    package var title = "Photos"
    /// The words of a search, each of which an item must match; `nil` for all items.
    package var search: String?
    /// Whether equal photos of several accounts are shown once for each copy.
    package var showsCopies = false
    /// Whether a terminal shows the progress.
    package var showsProgress = true

    package init(folder: String) { self.folder = folder }
}
