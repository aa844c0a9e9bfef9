/// The results of the last verifications of the originals that are in place.
package struct OriginalsVerification: Hashable, Sendable {
    /// The originals in place, whatever was found about them.
    package var inPlace = 0
    /// The files whose content differs, although size and time are those of the download.
    package var damaged = 0
    /// The paths that had no file.
    package var missing = 0
    /// The paths that had something other than a file.
    package var unknown = 0
    /// The files that could not be read.
    package var unreadable = 0
    /// The files that were never compared with their digests.
    package var unverified = 0

    package init() {}

    mutating func count(_ row: OriginalRow) {
        guard row.state == .done else { return }
        inPlace += 1
        switch row.failure.flatMap(OriginalVerdict.init(rawValue:)) {
        case .damaged: damaged += 1
        case .missing: missing += 1
        case .unknown: unknown += 1
        case .unreadable: unreadable += 1
        case .good, .edited, .gone, nil: if row.verified == 0 { unverified += 1 }
        }
    }
}
