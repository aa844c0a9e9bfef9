import ArgumentParser
import CommandOptions
import Foundation

/// A guest and the libraries that it sees, as `--share NAME=LIBRARY,…` states them.
struct GuestShare: ExpressibleByArgument, Equatable, Sendable {
    /// The largest number of guests.
    static let limit = 16
    private static let longestName = 64

    /// The name of the guest, which only the output of the command shows.
    let name: String
    /// The libraries as they were typed: accounts, or folders.
    private let libraries: [String]

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let libraries = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        guard (1...Self.longestName).contains(parts[0].utf8.count),
            libraries.allSatisfy({ !$0.isEmpty })
        else { return nil }
        name = String(parts[0])
        self.libraries = libraries.map(String.init)
    }

    /// The positions of the libraries among those that are served.
    ///
    /// - Parameter served: the names of the accounts, or the folders of libraries without one.
    /// - Returns: `nil` if one is not served.
    func positions(in served: [String]) -> [Int]? {
        var found: [Int] = []
        for library in libraries {
            let folder = UserPath(library).folder.standardizedFileURL.path
            guard
                let position = served.firstIndex(of: library)
                    ?? served.firstIndex(where: {
                        $0.hasPrefix("/") && URL(filePath: $0).standardizedFileURL.path == folder
                    })
            else { return nil }
            if !found.contains(position) { found.append(position) }
        }
        return found
    }
}
