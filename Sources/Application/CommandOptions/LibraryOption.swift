import ArgumentParser
package import Foundation

/// The option that selects the library of a command.
package struct LibraryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The library's folder.", valueName: "DIR"), completion: .directory)
    var library = UserPath(Self.defaultFolder)

    package init() {}

    package var folder: URL { library.folder }

    /// The folder `photopark` in the user's data folder.
    ///
    /// The data folder follows the XDG Base Directory Specification; on macOS, it is Application
    /// Support.
    static var defaultFolder: String {
        #if os(macOS)
            return "~/Library/Application Support/photopark"
        #else
            let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap {
                $0.hasPrefix("/") ? $0 : nil
            }
            return (data ?? "~/.local/share") + "/photopark"
        #endif
    }
}
