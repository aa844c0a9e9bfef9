import CommandOptions
import Foundation

/// A guest and the libraries that it sees, as `--share NAME=LIBRARY,…` states them.
struct GuestShare: Equatable, Sendable {
    /// The largest number of guests.
    static let limit = 16
    private static let longestName = 64

    /// The name of the guest, which only the output of the command shows.
    let name: String
    /// The libraries as they were typed: accounts, or folders.
    private let libraries: [String]

    /// Parses the value of the option; `nil` if it has another form.
    init?(argument: String) {
        let parts = argument.unicodeScalars.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let libraries = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        name = String(parts[0])
        guard (1...Self.longestName).contains(name.utf8.count),
            libraries.allSatisfy({ !$0.isEmpty })
        else { return nil }
        self.libraries = libraries.map { String($0) }
    }

    /// The positions of the libraries among those that are served.
    ///
    /// - Parameter served: the names of the accounts, or the folders of libraries without one.
    /// - Returns: `nil` if one is not served.
    func positions(in served: [String]) -> [Int]? {
        let found = libraries.map { Self.position(of: $0, in: served) }
        return found.contains(nil) ? nil : Self.unique(found)
    }

    /// The positions of those libraries that are served.
    func known(in served: [String]) -> [Int] {
        Self.unique(libraries.map { Self.position(of: $0, in: served) })
    }

    /// The position of a library, whose bytes are compared: a folder of another spelling, which
    /// looks the same, is another folder.
    private static func position(of library: String, in served: [String]) -> Int? {
        let folder = UserPath(library).folder.standardizedFileURL.path
        return served.firstIndex { $0.utf8.elementsEqual(library.utf8) }
            ?? served.firstIndex {
                $0.utf8.first == UInt8(ascii: "/")
                    && URL(filePath: $0).standardizedFileURL.path.utf8.elementsEqual(folder.utf8)
            }
    }

    private static func unique(_ positions: [Int?]) -> [Int] {
        var known: Set<Int> = []
        return positions.compactMap(\.self).filter { known.insert($0).inserted }
    }
}
