package import Foundation

/// A test that a source declares: `@Test`, and the function that follows it.
package struct DeclaredTest {
    /// The name of the function.
    package let name: String

    /// The tests of the sources below `folder`, except those that are disabled without a condition.
    ///
    /// Functions without `@Test` and tests in comments do not count.
    package static func all(below folder: URL) throws -> [DeclaredTest] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .flatMap {
                try all(in: String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            }
    }

    private static func all(in source: String) -> [DeclaredTest] {
        let parts = source.components(separatedBy: "@Test")
        return zip(parts, parts.dropFirst()).compactMap { before, after in
            guard let keyword = after.range(of: "func ") else { return nil }
            let attributes = String(after[..<keyword.lowerBound])
            let name = after[keyword.upperBound...].drop { $0 == "`" }
                .prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
            let traits = attributes.filter { !$0.isWhitespace }
                .replacingOccurrences(of: ".disabled(if:", with: "")
            if line.contains("//") || traits.contains(".disabled") { return nil }
            return DeclaredTest(name: String(name))
        }
    }
}
