package import CommandLineProgram
package import PhotoFeed

/// The result of a check: what was found, and what to do.
package struct DiagnosticFinding: Hashable, Sendable {
    package typealias Severity = ServerFinding.Severity

    /// The name of what was examined, such as `clock`.
    package let subject: DiagnosticWord
    package let severity: Severity
    /// The name of the result, such as `exact`; a report for others has it in place of the message.
    package let result: DiagnosticWord
    /// The result in one sentence, which may contain names and paths.
    package let message: String
    /// The remedy, as a command to the user; `nil` if nothing is to be done.
    package let advice: String?
    /// The exit code that stands for the finding.
    package let status: ExitStatus
    /// The numbers of the result, such as the free bytes of a disk.
    package let numbers: [DiagnosticWord: Int64]

    private init(
        _ subject: DiagnosticWord, _ severity: Severity, _ result: DiagnosticWord,
        _ message: String, advice: String?, status: ExitStatus, numbers: [DiagnosticWord: Int64]
    ) {
        self.subject = subject
        self.severity = severity
        self.result = result
        self.message = message
        self.advice = advice
        self.status = status
        self.numbers = numbers
    }

    /// A finding that needs nothing to be done.
    package static func good(
        _ subject: DiagnosticWord, _ result: DiagnosticWord, _ message: String,
        numbers: [DiagnosticWord: Int64] = [:]
    ) -> Self {
        Self(subject, .good, result, message, advice: nil, status: .success, numbers: numbers)
    }

    /// A finding with which the program works, but not as well as it could.
    package static func warning(
        _ subject: DiagnosticWord, _ result: DiagnosticWord, _ message: String, advice: String,
        numbers: [DiagnosticWord: Int64] = [:]
    ) -> Self {
        Self(
            subject, .warning, result, message, advice: advice, status: .partialSuccess,
            numbers: numbers)
    }

    /// A finding with which commands fail.
    ///
    /// - Parameter status: the exit code of these commands.
    package static func bad(
        _ subject: DiagnosticWord, _ result: DiagnosticWord, _ message: String, advice: String,
        status: ExitStatus, numbers: [DiagnosticWord: Int64] = [:]
    ) -> Self {
        Self(
            subject, .bad, result, message, advice: advice, status: status, numbers: numbers)
    }

    /// The finding of a provider about its server.
    package init(_ finding: ServerFinding) {
        self.init(
            DiagnosticWord(finding.name), finding.severity,
            DiagnosticWord(finding.severity), finding.message, advice: finding.advice,
            status: finding.severity.status, numbers: [:])
    }
}

extension DiagnosticWord {
    fileprivate init(_ name: ServerFinding.Name) { self.init(name.text) }
    fileprivate init(_ severity: ServerFinding.Severity) { self.init(severity.rawValue) }
}

extension ServerFinding.Severity {
    fileprivate var status: ExitStatus {
        switch self {
        case .good: .success
        case .warning: .partialSuccess
        case .bad: .protocolViolation
        }
    }
}
