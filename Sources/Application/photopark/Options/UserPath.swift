import ArgumentParser
import Foundation

/// A path as a person types it; not empty, since that would mean the folder in which the program happens to run.
struct UserPath: ExpressibleByArgument, CustomStringConvertible {
    /// As it was typed.
    let description: String

    init(_ path: String) { description = path }

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(argument)
    }

    /// The path with a leading `~` as the home folder: the one that `HOME` names, as a shell has it.
    var expanded: String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        guard home.hasPrefix("/"), description == "~" || description.hasPrefix("~/") else {
            return (description as NSString).expandingTildeInPath
        }
        return home + description.dropFirst()
    }

    /// The folder there.
    var folder: URL { URL(filePath: expanded, directoryHint: .isDirectory) }
}
