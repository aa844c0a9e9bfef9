import Scheduling

/// The laws of a run.
extension WorldCore {
    /// Checks the laws that can fail or be fulfilled after a step.
    func checkLaws() {
        guard !laws.isEmpty, failure == nil else { return }
        var fulfilled: [Int] = []
        for (index, law) in laws.enumerated() {
            switch law.time {
            case .always: if !holds(law) { fail(law, "does not hold") }
            case .eventually(let moment):
                if now > moment {
                    fail(law, "did not hold in time")
                } else if holds(law) {
                    fulfilled.append(index)
                }
            case .atEnd: break
            }
        }
        for index in fulfilled.reversed() { laws.remove(at: index) }
    }

    /// Checks the laws of the end, when no work is left.
    func checkLawsAtEnd() {
        for law in laws where failure == nil {
            switch law.time {
            case .always: break
            case .eventually: fail(law, "did not hold when no work was left")
            case .atEnd: if !holds(law) { fail(law, "does not hold at the end") }
            }
        }
    }

    private func holds(_ law: Law) -> Bool {
        switch law.check() {
        case .success(let holds): return holds
        case .failure(let error):
            fail(law, "threw \(error)")
            return true
        }
    }

    private func fail(_ law: Law, _ problem: String) {
        fail(.law(law.name), "the law '\(law.name)' (\(law.place)) \(problem)")
    }
}
