package import Foundation
package import SchedulingDiagnostics

/// The pages of the modules, `Module.md`, as rules for the runs of the program.
///
/// A module calls the routes that its page names or that it serves, and posts and receives the
/// events that its page names. Only the targets of the services send requests, and each sends only
/// requests of its own types.
package struct ModulePages {
    /// The names in the rows of each target, all modules of a page together.
    private var rows: [String: [String: Set<String>]] = [:]

    /// The rules of the pages of this package.
    package static let rules = ModulePages(in: sources).rules

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Reads the pages below a folder.
    package init(in folder: URL) {
        for file in Self.files(in: folder) {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            add(text, of: file.deletingLastPathComponent().lastPathComponent)
        }
    }

    /// The pages of this package.
    package static func files() -> [URL] { files(in: sources) }

    private static func files(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter {
            $0.lastPathComponent == "Module.md"
        }
    }

    /// Adds the rows of a page: lines such as "| calls | `SyncLibrary`, `ShowFeed` |".
    private mutating func add(_ page: String, of target: String) {
        for line in page.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|")
            guard cells.count == 2 else { continue }
            let names = cells[1].split(separator: "`").enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            let row = cells[0].trimmingCharacters(in: .whitespaces)
            rows[target, default: [:]][row, default: []].formUnion(names)
        }
    }

    /// The rules of the pages, and of the targets that have none.
    package var rules: UseRules {
        var rules = UseRules()
        for (target, rows) in rows {
            rules.allow(target, .calls, rows["calls", default: []])
            rules.allow(target, .calls, rows["routes", default: []])
            rules.allow(target, .posts, rows["posts", default: []])
            rules.allow(target, .receives, rows["receives", default: []])
            if rows["calls"]?.contains("*") == true { rules.allowAll(.calls, by: target) }
        }
        rules.allow("Events", .posts, ["MemoryPressureChanged"])
        for target in ["Accounts", "DropboxFeed", "Reports", "WebDAVFeed"] {
            rules.allowOwn(.sends, by: target)
        }
        return rules
    }
}
