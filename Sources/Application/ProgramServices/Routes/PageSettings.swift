/// The settings of the page's server as the user has stated them; the page checks them.
package struct PageSettings: Hashable, Sendable {
    /// The port; 0 selects a free one.
    package var port = 0
    /// The numeric address to listen on.
    package var listen = "127.0.0.1"
    /// The address of a reverse proxy, which browsers open.
    package var proxy: String?
    /// The guests with their libraries, in the form `NAME=LIBRARY,…`.
    package var shares: [String] = []
    /// Whether guests see the originals.
    package var sharesOriginals = false

    package init() {}
}
