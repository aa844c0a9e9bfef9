import CommandOptions

/// Findings that were made while the diagnosis was prepared, in their place among the checks.
struct KnownFindings: DiagnosticCheck {
    let name: DiagnosticWord
    let known: [DiagnosticFinding]

    func findings(of subject: DiagnosticSubject) async -> [DiagnosticFinding] { known }
}
