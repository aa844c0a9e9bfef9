import DurableFiles
import PhotoFeed

/// The paths of the originals of a run, and the renames of those that have others.
///
/// The two files of a live photo have one folder and one name, or the same digits after it: those
/// of the still picture. A rename is noted in the database before the first name of a file is
/// removed, so that the next run completes those of a run that was killed.
struct OriginalNames {
    private struct Rename {
        /// The row with the new path.
        let row: OriginalRow
        let former: String
    }

    /// The paths that are taken.
    private(set) var paths = PathTable()
    private let folder: OriginalsFolder
    private var renames: [Rename] = []
    /// The paths that files leave by the renames.
    private var former: Set<[UInt8]> = []

    /// The number of suffixes that are tried for files in place.
    private static let suffixCount = 8

    init(in folder: OriginalsFolder, taking rows: some Sequence<OriginalRow>) {
        self.folder = folder
        for row in rows { paths.take(row.path) }
    }

    /// Takes another path for a file that is not in place, because a foreign file has its path.
    ///
    /// The former path stays taken, so that no other original gets it.
    mutating func reassign(_ row: inout OriginalRow) {
        row.path = paths.assign(
            SafeName.components(of: row.layoutPath), to: NodeID(rawValue: row.id))
    }

    /// Releases the path of a file that has none any longer.
    mutating func release(_ row: inout OriginalRow) {
        paths.release(row.path)
        row.path = ""
    }

    /// Takes the path at which a file was found in place of the one that it would have got.
    mutating func take(_ path: String, insteadOf other: String) {
        paths.release(other)
        paths.take(path)
    }

    /// Takes the path that the layout demands for a file that is not in place.
    mutating func assign(_ components: [String], to row: inout OriginalRow) {
        paths.release(row.path)
        row.path = paths.assign(components, to: NodeID(rawValue: row.id))
        row.layoutPath = components.joined(separator: "/")
    }

    /// Gives files that belong together the paths that the layout demands, with equal suffixes.
    ///
    /// Files in place are renamed by `rename(in:)`. Files whose layout and suffixes are right keep
    /// their paths, also if a shorter one has become free. A file that a program has changed stays,
    /// and the other one goes to it. So repeated calls change nothing.
    ///
    /// - Parameter files: one file, or a still picture and its movie.
    mutating func settle(_ files: inout [NamedFile]) throws(FeedError) {
        guard !Self.areSettled(files) else { return }
        for index in files.indices where files[index].place == .open {
            let row = files[index].row
            // A killed run has placed it there. It stays until its row knows it.
            if !row.path.isEmpty, let part = try folder.openPart(of: row.version),
                try folder.placed(part, at: row.path) != nil
            {
                files[index].place = .fixed
            }
        }
        let movable = files.indices.filter { files[$0].place != .fixed }
        guard !movable.isEmpty else { return }
        for index in movable { paths.release(files[index].row.path) }
        if let assigned = try assign(files, movable) {
            for (index, path) in zip(movable, assigned) { move(&files[index], to: path) }
            return
        }
        for index in movable {
            if files[index].place == .untouched {
                // The next run tries again.
                paths.take(files[index].row.path)
            } else {
                let path = paths.assign(files[index].components, to: files[index].item.node.id)
                move(&files[index], to: path)
            }
        }
    }

    private static func areSettled(_ files: [NamedFile]) -> Bool {
        guard files.allSatisfy({ !$0.row.path.isEmpty && $0.isInLayout }) else { return false }
        return files.dropFirst().allSatisfy { $0.suffix == files[0].suffix }
    }

    /// Takes paths with equal suffixes for the files at some positions; `nil` if there are none.
    private mutating func assign(
        _ files: [NamedFile], _ positions: [Int]
    ) throws(FeedError) -> [String]? {
        let fixed = files.first { $0.place == .fixed }
        let moved = positions.map { files[$0] }
        let components = moved.map(\.components)
        if files.count > 1 {
            // The fewest renames: one file follows the other.
            for file in fixed.map({ [$0] }) ?? files
            where file.place != .open && file.isInLayout {
                guard let suffix = file.suffix,
                    let assigned = paths.take(components, suffix: suffix)
                else { continue }
                if try areFree(assigned, for: moved) { return assigned }
                for path in assigned { paths.release(path) }
            }
        }
        guard fixed == nil else { return nil }
        for number in 0..<Self.suffixCount {
            let suffix = PathTable.suffix(number, of: files[0].item.node.id)
            guard let assigned = paths.take(components, suffix: suffix) else { continue }
            if try areFree(assigned, for: moved) { return assigned }
            for path in assigned { paths.release(path) }
            // A single file waits for its path.
            if files.count == 1 { return nil }
        }
        return nil
    }

    /// Whether no foreign file has the paths to which files in place would be renamed.
    private func areFree(
        _ assigned: [String], for files: [NamedFile]
    ) throws(FeedError) -> Bool {
        for (path, file) in zip(assigned, files)
        where file.place == .untouched && !former.contains(Array(path.utf8)) {
            guard let status = try folder.status(of: path) else { continue }
            guard let own = try folder.status(of: file.row.path), own.isSameFile(as: status) else {
                return false
            }
        }
        return true
    }

    private mutating func move(_ file: inout NamedFile, to path: String) {
        let old = file.row.path
        file.row.path = path
        file.row.layoutPath = file.layoutPath
        // Names on a disk differ by their bytes.
        guard file.place == .untouched, !path.utf8.elementsEqual(old.utf8) else { return }
        former.insert(Array(old.utf8))
        renames.append(Rename(row: file.row, former: old))
    }
}

extension OriginalNames {
    /// Renames the files in place whose paths have changed; the names survive a power cut.
    ///
    /// - Returns: the rows of the renamed files, and of those that keep their former paths, because
    ///   a program has changed them or their new paths meanwhile.
    mutating func rename(
        in store: OriginalsStore
    ) throws(FeedError) -> (renamed: [OriginalRow], kept: [OriginalRow]) {
        guard !renames.isEmpty else { return ([], []) }
        try store.note(renames.map(\.row))
        var (renamed, kept): ([OriginalRow], [OriginalRow]) = ([], [])
        for rename in renames {
            if let status = try folder.status(of: rename.former), rename.row.isUntouched(status),
                try folder.move(rename.former, to: rename.row.path) == .placed
            {
                renamed.append(rename.row)
                continue
            }
            var row = rename.row
            paths.release(row.path)
            paths.take(rename.former)
            (row.path, row.layoutPath) = (rename.former, rename.former)
            kept.append(row)
        }
        try folder.flush()
        try store.finishRenames(storing: renamed + kept)
        renames = []
        former = []
        return (renamed, kept)
    }

    /// Completes the renames of a run that was killed.
    ///
    /// A file that has only its former name keeps it; the plan decides again.
    ///
    /// - Returns: the number of files that have their new names.
    static func completeRenames(
        in store: OriginalsStore, _ folder: OriginalsFolder
    ) throws(FeedError) -> Int {
        let renames = try store.renames()
        guard !renames.isEmpty else { return 0 }
        var renamed: [OriginalRow] = []
        for rename in renames {
            guard var row = try store.row(NodeID(rawValue: rename.id)), row.state == .done,
                let file = try folder.status(of: rename.path), row.isUntouched(file)
            else { continue }
            if let former = try folder.status(of: row.path) {
                // The file has both names.
                guard former.isSameFile(as: file),
                    try folder.move(row.path, to: rename.path) == .placed
                else { continue }
            }
            (row.path, row.layoutPath) = (rename.path, rename.layoutPath)
            renamed.append(row)
        }
        try folder.flush()
        try store.finishRenames(storing: renamed)
        return renamed.count
    }
}
