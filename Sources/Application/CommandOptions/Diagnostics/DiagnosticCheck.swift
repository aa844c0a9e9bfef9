import Scheduling

/// A check of `photopark doctor`: examines one thing, changes nothing, and reports what it found.
///
/// ```swift
/// struct SpaceCheck: BlockingDiagnosticCheck {
///     let name: DiagnosticWord = "disk"
///     func blockingFindings(of subject: DiagnosticSubject) throws -> [DiagnosticFinding] {
///         [.good("disk", "sufficient", "the disk has 12 GB free", numbers: ["free": 12 << 30])]
///     }
/// }
/// ```
///
/// A feature adds its own checks by its module (`DiagnosticModule`). All checks run at the same
/// time. A check that throws, or exceeds its limit, is reported like a bad finding.
package protocol DiagnosticCheck: Sendable {
    /// The name, which is also the subject of the finding if the check fails.
    var name: DiagnosticWord { get }
    /// Whether the check sends requests, so that it is left out with `--offline`.
    var needsServer: Bool { get }
    /// The longest duration of the check; the diagnosis continues without it afterwards.
    var limit: Duration { get }
    /// The remedy if the check exceeds its limit.
    var overdueAdvice: String { get }

    /// Examines the subject, on no particular scheduler.
    ///
    /// It is cancelled at the limit. It must not block its thread; see `BlockingDiagnosticCheck`.
    ///
    /// - Returns: the findings, in the order in which they are shown; none if there is nothing to
    ///   examine.
    func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding]
}

extension DiagnosticCheck {
    /// No requests, the default.
    package var needsServer: Bool { false }
    /// 15 seconds, the default.
    package var limit: Duration { .seconds(15) }
    /// A remedy for the connection or for the disk, the default.
    package var overdueAdvice: String {
        needsServer
            ? "check the connection, or whether the server is overloaded"
            : "check whether the disk hangs"
    }
}

/// A check that blocks on the disk, and therefore runs on a thread of its own.
///
/// A disk that hangs keeps the thread, and no other check.
package protocol BlockingDiagnosticCheck: DiagnosticCheck {
    /// Examines the subject; may block.
    func blockingFindings(of subject: DiagnosticSubject) throws -> [DiagnosticFinding]
}

extension BlockingDiagnosticCheck {
    /// Examines the subject on a thread of its own.
    package func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
        try await onThreadOfItsOwn { try blockingFindings(of: subject) }
    }
}
