import ArgumentParser
package import ProgramServices

/// The options of the page that a command serves.
package struct PageOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The port of the page; 0, the default, selects a free one.", valueName: "P"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "The numeric address of the page's server, by default 127.0.0.1.",
            valueName: "ADDRESS"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The address of a reverse proxy, such as photos.example.org/album.",
            valueName: "HOST"))
    var behindProxy: String?

    @Option(
        help: ArgumentHelp(
            "Let a guest see these accounts or library folders alone; repeat it for several.",
            valueName: "NAME=LIBRARY,…"))
    var share: [String] = []

    @Flag(help: "Show the originals to the guests, too.")
    var shareOriginals = false

    package init() {}

    /// Whether an option is given.
    package var isGiven: Bool { settings != PageSettings() || port != nil || listen != nil }

    /// The settings that the options state.
    package var settings: PageSettings {
        var settings = PageSettings()
        settings.port = port ?? settings.port
        settings.listen = listen ?? settings.listen
        settings.proxy = behindProxy
        settings.shares = share
        settings.sharesOriginals = shareOriginals
        return settings
    }
}
