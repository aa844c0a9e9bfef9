import CommandLineProgram

/// Several checks that run at the same time, each with its limit.
package struct Diagnosis: Sendable {
    private let checks: [any DiagnosticCheck]
    private let sleep: LimitedWork.Sleep

    /// Creates a diagnosis.
    ///
    /// - Parameters:
    ///   - checks: the checks, in the order in which their findings are shown.
    ///   - isOffline: whether the checks that send requests are left out.
    ///   - sleep: waits until the limit of a check has passed.
    package init(
        _ checks: [any DiagnosticCheck], isOffline: Bool = false,
        sleep: @escaping LimitedWork.Sleep = LimitedWork.sleep
    ) {
        self.checks = checks.filter { !(isOffline && $0.needsServer) }
        self.sleep = sleep
    }

    /// Runs the checks, and returns their findings in the order of the checks.
    package func findings(of subject: DiagnosticSubject) async -> [DiagnosticFinding] {
        await withTaskGroup(of: (Int, [DiagnosticFinding]).self) { group in
            for (number, check) in checks.enumerated() {
                group.addTask { (number, await result(of: check, on: subject)) }
            }
            var results = [[DiagnosticFinding]](repeating: [], count: checks.count)
            for await (number, findings) in group { results[number] = findings }
            return results.flatMap(\.self)
        }
    }

    private func result(
        of check: any DiagnosticCheck, on subject: DiagnosticSubject
    ) async -> [DiagnosticFinding] {
        let result = await LimitedWork.run(within: check.limit, sleep: sleep) {
            try await check.findings(of: subject)
        }
        switch result {
        case .success(let findings): return findings
        case .failure(let error): return [.bad(check.name, error)]
        case nil: return [.overdue(check)]
        }
    }
}

extension DiagnosticFinding {
    /// The finding of a check that has exceeded its limit.
    fileprivate static func overdue(_ check: any DiagnosticCheck) -> Self {
        let seconds = check.limit.components.seconds
        return .bad(
            check.name, "overdue", "the check did not end within \(seconds) seconds",
            advice: check.overdueAdvice,
            status: check.needsServer ? .network : .inputOutput, numbers: ["seconds": seconds])
    }
}
