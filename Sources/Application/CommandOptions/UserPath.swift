import ArgumentParser
package import Foundation

/// A path as the user typed it.
///
/// An empty argument is refused, since it would mean the current folder.
package struct UserPath: ExpressibleByArgument, CustomStringConvertible, Sendable {
    /// The path as it was typed.
    package let description: String

    package init(_ path: String) { description = path }

    package init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(argument)
    }

    /// The path with a leading `~` replaced by the home folder: the value of `HOME`, as in a shell.
    package var expanded: String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        // Bytes are compared: a slash and a combining mark behind it are one character.
        let isInHome = description == "~" || description.utf8.starts(with: "~/".utf8)
        guard home.utf8.first == UInt8(ascii: "/"), isInHome else {
            return (description as NSString).expandingTildeInPath
        }
        return home + description.dropFirst()
    }

    /// The path as the URL of a folder.
    package var folder: URL { URL(filePath: expanded, directoryHint: .isDirectory) }
}
