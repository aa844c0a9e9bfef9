import Foundation

/// The known kinds of violations of a program, as a text file with one kind on each line.
///
/// With a baseline, a program that has violations can be checked: known kinds are logged, and new
/// kinds trap. Record the baseline once; from then on, only remove lines from it.
///
/// A baseline lists kinds, not call sites: a new call of a known kind is logged and does not trap.
/// `Violations.counts` shows how often each kind occurs.
///
/// ```swift
/// Violations.baseline = try ViolationBaseline(contentsOf: "violations.txt")
/// …                                   // at the end of a run that used all features
/// try Violations.baseline?.tightened(to: Violations.counts.keys).write(to: "violations.txt")
/// ```
public struct ViolationBaseline: Hashable, Sendable {
    /// The known kinds.
    public let kinds: Set<Violation.Kind>

    /// Creates a baseline of `kinds`; for the first one, from `Violations.counts.keys`.
    public init(kinds: some Sequence<Violation.Kind>) {
        self.kinds = Set(kinds)
    }

    /// Reads a file.
    ///
    /// Empty lines, and those that begin with `#`, are comments.
    ///
    /// - Throws: Foundation's error when the file cannot be read as UTF-8.
    public init(contentsOf path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        self.init(kinds: lines.map { Violation.Kind(String($0)) })
    }

    /// Returns this baseline without the kinds that are not in `seen`; it never adds a kind.
    public func tightened(to seen: some Sequence<Violation.Kind>) -> ViolationBaseline {
        ViolationBaseline(kinds: kinds.intersection(seen))
    }

    /// Replaces the file atomically, with its lines in sorted order.
    ///
    /// - Throws: Foundation's error when the file cannot be written.
    public func write(to path: String) throws {
        let text = kinds.sorted().map { "\($0)\n" }.joined()
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
