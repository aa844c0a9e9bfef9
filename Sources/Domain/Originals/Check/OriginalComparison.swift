import DurableFiles
import MediaFacts

/// The result of comparing a file with the digests of its download.
struct OriginalComparison {
    let verdict: OriginalVerdict
    /// The numbers of the blocks that differ, or cannot be read.
    let bad: [Int]
    /// The reason why a part of the file cannot be read; `nil` if all of it was read.
    let failure: ReadFailure?
    /// Whether a program may have changed the file.
    private let isChanged: Bool

    /// Creates the result of a path without a file.
    init(_ verdict: OriginalVerdict, _ row: OriginalRow) {
        self.verdict = verdict
        bad = Self.all(row)
        failure = nil
        isChanged = false
    }

    /// Creates the result of a file that cannot be opened, or not even inspected.
    init(_ failure: ReadFailure, _ status: FileStatus?, _ row: OriginalRow) {
        verdict = .unreadable
        bad = Self.all(row)
        self.failure = failure
        isChanged = status.map(row.mayBeEdited) ?? true
    }

    /// Compares a file that was read.
    init(of file: OriginalExamination, with row: OriginalRow) {
        let expected = row.blocks ?? []
        let found = file.digests
        failure = file.failure
        isChanged = row.mayBeEdited(file.status)
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
        if failure != nil {
            verdict = .unreadable
        } else {
            verdict = isChanged && Self.isWhole(file, row) ? .edited : .damaged
        }
    }

    /// Whether a file of other content is whole, as a program that edits it leaves it.
    ///
    /// A copy or a write that was interrupted leaves a part of a file, often with another time.
    private static func isWhole(_ file: OriginalExamination, _ row: OriginalRow) -> Bool {
        let wholeBlocks = Int(min(file.status.size, row.size) / BlockHash.blockSize) * 32
        let isBeginning =
            file.status.size < row.size
            && file.digests.prefix(wholeBlocks) == (row.blocks ?? []).prefix(wholeBlocks)
        switch file.completeness(named: row.path) {
        case .incomplete: return false
        case .complete: return !isBeginning || wholeBlocks == 0
        // A part of a block has no digest: a shorter file may be the beginning of the original.
        case .unknown: return !isBeginning
        }
    }

    /// The reason why the file is not repaired; `nil` if it can be.
    ///
    /// A file that only lacks a permission is probably good, so its content is not replaced.
    func obstacle(discardingEdits: Bool) -> String? {
        if let failure, !failure.isOfMedium {
            return "it cannot be read (\(failure.reason)), and is left as it is"
        }
        guard isChanged, !discardingEdits, verdict != .damaged else { return nil }
        return "a program has changed it; --discard-edits repairs it anyway"
    }

    private static func all(_ row: OriginalRow) -> [Int] {
        Array(0..<(row.blocks ?? []).count / 32)
    }
}
