import DurableFiles

/// The result of comparing a file with the digests of its download.
struct OriginalComparison {
    let verdict: OriginalVerdict
    /// The numbers of the blocks that differ, or cannot be read.
    let bad: [Int]
    /// The reason why a part of the file cannot be read; `nil` if all of it was read.
    let failure: ReadFailure?
    /// Whether size and time of the last change are those of the download.
    private let isUntouched: Bool

    /// Creates the result of a path without a file.
    init(_ verdict: OriginalVerdict, _ row: OriginalRow) {
        self.verdict = verdict
        bad = Self.all(row)
        failure = nil
        isUntouched = true
    }

    /// Creates the result of a file that cannot be opened, or not even inspected.
    init(_ failure: ReadFailure, _ status: FileStatus?, _ row: OriginalRow) {
        verdict = .unreadable
        bad = Self.all(row)
        self.failure = failure
        isUntouched = status.map(row.isUntouched) ?? false
    }

    /// Compares a file that was read.
    init(of file: OriginalExamination, with row: OriginalRow) {
        let expected = row.blocks ?? []
        let found = file.digests
        failure = file.failure
        isUntouched = row.isUntouched(file.status)
        if failure == nil, found == expected {
            verdict = .good
            bad = []
            return
        }
        bad = Self.all(row).filter { number in
            found.count < (number + 1) * 32
                || found[number * 32..<(number + 1) * 32]
                    != expected[number * 32..<(number + 1) * 32]
        }
        verdict = failure != nil ? .unreadable : isUntouched ? .damaged : .edited
    }

    /// The reason why the file is not repaired; `nil` if it can be.
    ///
    /// A file that only lacks a permission is probably good, so its content is not replaced.
    func obstacle(discardingEdits: Bool) -> String? {
        if let failure, !failure.isOfMedium {
            return "it cannot be read (\(failure.reason)), and is left as it is"
        }
        guard !isUntouched, !discardingEdits, verdict != .damaged else { return nil }
        return "a program has changed it; --discard-edits repairs it anyway"
    }

    private static func all(_ row: OriginalRow) -> [Int] {
        Array(0..<(row.blocks ?? []).count / 32)
    }
}
