import DurableFiles
import Foundation
import PhotoFeed

/// The downloads in the folder of parts.
extension OriginalsFolder {
    /// The time for which downloads are kept that no run continues.
    static let partAge = Duration.seconds(30 * 86_400)

    /// The path of the download of a version, through the descriptor of its folder.
    func partPath(of version: OriginalVersion) -> String {
        parts.descriptorPath + "/" + part(of: version)
    }

    /// The name of the complete download of a version.
    func part(of version: OriginalVersion) -> String {
        let text = "\(version.id.rawValue) \(version.revision) \(version.size)"
        return owner + OriginalDigits.of(text, count: 24)
    }

    /// Whether there is a complete download of a version.
    func hasPart(of version: OriginalVersion) -> Bool {
        parts.length(of: part(of: version)) != nil
    }

    /// Opens the complete download of a version; `nil` if there is none, or one that another user
    /// could have changed.
    func openPart(of version: OriginalVersion) throws(FeedError) -> OwnFile? {
        do throws(DurableFileError) {
            let part = try parts.ownFile(part(of: version))
            let size = version.knownSize ?? part.status.size
            return part.status.size == size ? part : nil
        } catch {
            switch error.code {
            case .notFound, .notRegularFile, .exposed, .notPermitted, .mediumFailure: return nil
            default: throw FeedError(error, originalsAt: path)
            }
        }
    }

    /// Opens a download that has just been completed.
    ///
    /// - Throws: `.storage` if another program has removed or replaced it.
    func openArrivedPart(of version: OriginalVersion) throws(FeedError) -> OwnFile {
        if let part = try openPart(of: version) { return part }
        throw FeedError(
            .storage,
            "another program has removed or replaced the download "
                + "\(parts.path)/\(part(of: version))")
    }

    /// Removes the download of a version.
    func removePart(of version: OriginalVersion) throws(FeedError) {
        let name = part(of: version)
        try OriginalsErrors.mapping(path) {
            try parts.remove(name)
            try parts.sweep(olderThan: .zero, of: name)
        }
    }

    /// Removes the downloads of versions, which are not being written; lists the folder once.
    func removeParts(of versions: [OriginalVersion]) throws(FeedError) {
        let removed = Set(versions.map { part(of: $0) })
        try OriginalsErrors.mapping(path) {
            var names: [String] = []
            try parts.forEachName { names.append($0) }
            for name in names where removed.contains(Self.part(ofName: name)) {
                try parts.remove(name)
            }
        }
    }

    /// The status of the file at a path below DIR, if it is a complete download.
    ///
    /// A killed run has placed it there.
    func placed(_ part: OwnFile, at path: String) throws(FeedError) -> FileStatus? {
        guard part.status.linkCount > 1, let file = try status(of: path),
            file.isSameFile(as: part.status)
        else { return nil }
        return file
    }

    /// Returns the row of an original as that of a file in place, if a killed run has placed it.
    ///
    /// The name of the file survives a power cut after the next `flush()`.
    func finished(_ row: OriginalRow) throws(FeedError) -> OriginalRow? {
        guard let part = try openPart(of: row.version),
            let status = try placed(part, at: row.path),
            let hash = try hash(of: part, expecting: row.hash), hash.isExpected
        else { return nil }
        try flushLater(row.path)
        var row = row
        row.finish(hash.blocks, modified: status.modifiedNanoseconds)
        return row
    }

    /// Removes the complete download of a version, whose file has a name that survives a power cut.
    ///
    /// So does its row, except that of a repaired file, which knows the path from before.
    func removePlacedPart(of version: OriginalVersion) throws(FeedError) {
        try OriginalsErrors.mapping(path) { try parts.remove(part(of: version)) }
    }

    /// Removes the parts that killed runs of the library have left, when no download is left to be
    /// resumed.
    func removeAbandonedParts() {
        var names: [String] = []
        try? parts.forEachName { names.append($0) }
        // A part that stays is removed by a later run.
        for name in names where Self.part(ofName: name).utf8.starts(with: owner.utf8) {
            try? parts.remove(name)
        }
    }

    /// Removes complete downloads that are not of this library, and older than a month.
    ///
    /// They are those of other libraries, and of former versions of the program. One that has a
    /// further name stays: its library takes that for its own file by it, and it needs no space.
    /// One that a kill or a power cut has left without its further name can have the time of its
    /// photo, and goes earlier.
    func removeOldParts() {
        let latest = Int64(Date().timeIntervalSince1970) - Self.partAge.components.seconds
        var names: [String] = []
        try? parts.forEachName { names.append($0) }
        for name in names where Self.isComplete(name) && !name.utf8.starts(with: owner.utf8) {
            guard let status = FileStatus(path: parts.descriptorPath + "/" + name),
                status.kind == .regular, status.linkCount == 1, status.modified.seconds <= latest
            else { continue }
            // A part that stays is removed by a later run.
            try? parts.remove(name)
        }
    }

    /// Whether a name is that of a complete download, of any library.
    private static func isComplete(_ name: String) -> Bool {
        let digits = Array("0123456789abcdef".utf8)
        return name.utf8.count == 32 && name.utf8.allSatisfy(digits.contains)
    }

    /// The name of a complete download, which the names of its temporary files contain.
    private static func part(ofName name: String) -> String {
        let digits = name.utf8.drop { $0 == UInt8(ascii: ".") }.prefix(32)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Starts the file of a version, to which `place` gives a path when it is complete.
    func partFile(of version: OriginalVersion) throws(FeedError) -> PartFile {
        try OriginalsErrors.mapping(path) {
            PartFile(try parts.writer(named: part(of: version)), in: path)
        }
    }
}
