import DurableFiles

/// The state of the file of an original, judged by the status of its path without its content.
enum OriginalPresence {
    /// The size and the time of the last change are those of the download.
    case untouched
    /// The time is another one, so that the content may be that of an edit.
    case changed
    /// No program that edits a file leaves it like this, so that its content is damaged.
    case damaged(reason: String)
    /// The path has a folder, a link or a special file.
    case notAFile
}

extension OriginalRow {
    /// Judges the file of a row that is done by its status.
    func presence(_ status: FileStatus) -> OriginalPresence {
        guard status.kind == .regular else { return .notAFile }
        if status.size == 0, size > 0 { return .damaged(reason: "it is empty") }
        guard status.modifiedNanoseconds == modified else { return .changed }
        guard status.size == size else {
            return .damaged(reason: "its size is another one, although its time is not")
        }
        return .untouched
    }

    /// Whether a file is as it was when the row was stored, judged by its status.
    func isUntouched(_ status: FileStatus) -> Bool {
        if case .untouched = presence(status) { true } else { false }
    }

    /// Whether a program may have edited a file, judged by its status.
    func mayBeEdited(_ status: FileStatus) -> Bool {
        if case .changed = presence(status) { true } else { false }
    }

    /// Forgets that the last verification has found no file, since there is one; whether it had.
    mutating func noteReturn() -> Bool {
        let absences = [OriginalVerdict.missing.rawValue, OriginalVerdict.unknown.rawValue]
        guard let failure, absences.contains(failure) else { return false }
        self.failure = nil
        return true
    }

    /// The verdict about a path that has no file, or a damaged one, and what its user can do.
    ///
    /// It is `nil` for a file that may be good or edited.
    func fault(_ status: FileStatus) -> (verdict: OriginalVerdict, advice: String)? {
        switch presence(status) {
        case .untouched, .changed: nil
        case .damaged(let reason):
            (.damaged, "\(path) is damaged: \(reason); run photopark verify --repair")
        case .notAFile: (.unknown, "\(path) is not a file; move it away, and run again")
        }
    }
}
