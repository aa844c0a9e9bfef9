import ArgumentParser
import Foundation

/// Which library a command works on.
struct LibraryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The library's folder.", valueName: "DIR"), completion: .directory)
    var library = UserPath(Self.defaultFolder)

    var folder: URL { library.folder }

    /// The user's data folder (XDG Base Directory Specification; on Apple's systems, Application Support).
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
