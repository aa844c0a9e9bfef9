import Foundation

/// The addition of a feature to a package: all of its files and lines, or nothing.
struct FeatureInstallation {
    private static let manifest = "Package.swift"
    private static let list = "Sources/Application/photopark/Modules.swift"
    private static let page = "Documentation/Architecture.md"
    private static let features = "Sources/Application/Features"

    private let name: FeatureName
    private let package: URL

    init(of name: FeatureName, in package: URL) {
        self.name = name
        self.package = package
    }

    /// Adds the feature.
    ///
    /// - Throws: `Refusal` if the name is taken; the error of a file. Nothing is changed then.
    func run() throws {
        let files = FeatureFiles(name: name)
        let manifest = try text(of: Self.manifest)
        let list = try text(of: Self.list)
        let page = try text(of: Self.page)
        try refuseTakenNames(files, manifest: manifest, list: list)
        let changed = [
            (Self.manifest, manifest, try withEntry(manifest)),
            (Self.list, list, try withLines(list)),
            (Self.page, page, try withPurpose(page)),
        ]
        do {
            for (path, text) in files.files {
                let file = package.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try write(text, to: path)
            }
            for (path, _, text) in changed { try write(text, to: path) }
        } catch {
            for folder in [files.sources, files.tests] {
                try? FileManager.default.removeItem(at: package.appending(path: folder))
            }
            for (path, former, _) in changed { try? write(former, to: path) }
            throw error
        }
    }

    private func refuseTakenNames(
        _ files: FeatureFiles, manifest: String, list: String
    ) throws {
        // Some file systems do not distinguish upper and lower case.
        let isTaken =
            manifest.lowercased().contains("\"\(name.target.lowercased())\"")
            || list.lowercased().contains(" \(name.module.lowercased())(")
            || [files.sources, files.tests].contains {
                FileManager.default.fileExists(atPath: package.appending(path: $0).path)
            }
        if isTaken { throw Refusal("the name \(name.text) is taken") }
        if try commands().contains(name.command) {
            throw Refusal("the program has a command '\(name.command)' already")
        }
    }

    /// The names of the commands of all features.
    private func commands() throws -> Set<String> {
        let folder = package.appending(path: Self.features)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /commandName: "([^"]+)"/) { names.insert("\(match.1)") }
        }
        return names
    }

    /// The manifest with the entry of the feature behind the others.
    private func withEntry(_ manifest: String) throws -> String {
        let entry = "    feature(\"\(name.target)\"),\n"
        guard let start = manifest.range(of: "\nlet features = [\n"),
            let end = manifest.range(of: "\n]\n", range: start.upperBound..<manifest.endIndex)
        else { throw Refusal("\(Self.manifest) has no list of features") }
        let line = manifest.index(after: end.lowerBound)
        return manifest[..<line] + entry + manifest[line...]
    }

    /// The list of modules with the import of the feature, and its line behind the others.
    private func withLines(_ list: String) throws -> String {
        var lines = list.components(separatedBy: "\n")
        let element = " \(name.module)(),"
        guard
            let last = lines.lastIndex(where: { $0.wholeMatch(of: /( +)\w+Module\(\),/) != nil }),
            let next = lines.firstIndex(where: {
                $0.hasPrefix("import ") && $0 > "import \(name.target)"
            }) ?? lines.lastIndex(where: { $0.hasPrefix("import ") }).map({ $0 + 1 })
        else { throw Refusal("\(Self.list) has no list of modules") }
        let indentation = lines[last].prefix { $0 == " " }
        lines.insert(indentation.dropFirst() + element, at: last + 1)
        lines.insert("import \(name.target)", at: next)
        return lines.joined(separator: "\n")
    }

    /// The page of the targets with the purpose of the feature before the others.
    private func withPurpose(_ page: String) throws -> String {
        guard let first = page.firstMatch(of: #/(?m)^\* `\w+Feature` /#) else {
            throw Refusal("\(Self.page) has no list of features")
        }
        let start = first.range.lowerBound
        let item = "* `\(name.target)` is an example to replace: `\(name.command)`.\n"
        return page[..<start] + item + page[start...]
    }

    private func text(of path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: package.appending(path: path), options: .atomic)
    }
}
