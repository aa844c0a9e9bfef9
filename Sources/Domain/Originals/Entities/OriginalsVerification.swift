/// The results of the last verifications of the originals that are in place.
package struct OriginalsVerification: Hashable, Sendable {
    /// The originals in place, whatever was found about them.
    package var inPlace = 0
    /// The files whose content is damaged.
    package var damaged = 0
    /// The files that a program has edited.
    package var edited = 0
    /// The paths that had no file.
    package var missing = 0
    /// The paths that had something other than a file.
    package var unknown = 0
    /// The files that could not be read.
    package var unreadable = 0
    /// The files that were never compared with their digests.
    package var unverified = 0
    /// The first paths of files that are damaged, missing, unknown or unreadable.
    package var badPaths: [String] = []

    private static let pathLimit = 3

    package init() {}

    /// The number of files that are damaged, missing, unknown or unreadable.
    package var bad: Int { damaged + missing + unknown + unreadable }

    mutating func count(_ row: OriginalRow) {
        guard row.state == .done else { return }
        inPlace += 1
        switch row.failure.flatMap(OriginalVerdict.init(rawValue:)) {
        case .damaged: damaged += 1
        case .missing: missing += 1
        case .unknown: unknown += 1
        case .unreadable: unreadable += 1
        case .edited:
            edited += 1
            return
        case .good, .gone, nil:
            if row.verified == 0 { unverified += 1 }
            return
        }
        badPaths.append(row.path)
        badPaths.sort()
        if badPaths.count > Self.pathLimit { badPaths.removeLast() }
    }
}
