import Foundation

/// The kinds of violations that a program is known to have, as a text file with one on each line.
///
/// A baseline lets a program that has violations be checked all the same: what it knows is logged, what it does not know
/// traps. It can be recorded once, and from then on only lose lines.
///
/// A baseline knows kinds, not call sites: a new call of a known kind is logged, and does not trap. `Violations.counts` shows how
/// often each kind occurs.
///
/// ```swift
/// Violations.baseline = try ViolationBaseline(contentsOf: "violations.txt")
/// …                                                                        // at the end of a run that used everything
/// try Violations.baseline?.tightened(to: Violations.counts.keys).write(to: "violations.txt")
/// ```
public struct ViolationBaseline: Hashable, Sendable {
    /// The known kinds.
    public let kinds: Set<Violation.Kind>

    /// A baseline that knows `kinds`: the way to record the first one, from `Violations.counts.keys`.
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

    /// This baseline without the kinds that were not seen any more; it never knows more than before.
    public func tightened(to seen: some Sequence<Violation.Kind>) -> ViolationBaseline {
        ViolationBaseline(kinds: kinds.intersection(seen))
    }

    /// Writes the file anew, in one step, its lines in order.
    ///
    /// - Throws: Foundation's error when the file cannot be written.
    public func write(to path: String) throws {
        let text = kinds.sorted().map { "\($0)\n" }.joined()
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
