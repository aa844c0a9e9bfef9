/// The result of comparing an original with what is known of it.
package enum OriginalVerdict: String, Sendable, CaseIterable {
    /// The file has the content of the server.
    case good
    /// The path has no file.
    case missing
    /// The content differs, and no program that edits a file leaves it like this.
    ///
    /// The time of the last change is that of the download, or the file is empty, the beginning of
    /// the download, or not a whole file of its format.
    case damaged
    /// The content and the time differ, and the file is whole: a program has changed it.
    case edited
    /// The path has something other than a file.
    case unknown
    /// The file, or a part of it, cannot be read.
    case unreadable
    /// The server no longer has the photo; the file is as it was downloaded, or missing, too.
    case gone
}

/// The counts of a verification.
package struct VerifyProgress: Hashable, Sendable {
    /// The files that are compared in this run, and those that the library has.
    package var wanted = 0
    package var known = 0
    /// The files that were compared, and their bytes.
    package var checked = 0
    package var bytes: Int64 = 0
    package var good = 0
    package var missing = 0
    package var damaged = 0
    package var edited = 0
    package var unknown = 0
    package var unreadable = 0
    package var gone = 0
    /// The files that were repaired, which also count as what they were before, and the blocks that
    /// were downloaded for it.
    package var repaired = 0
    package var downloadedBlocks = 0
    /// The files that could not be repaired.
    package var unrepaired = 0
    /// The live photos with a file that is not good, if the options ask for them.
    package var livePhotos = 0

    package init() {}

    /// Whether a file is damaged, missing, unknown or unreadable that was not repaired.
    ///
    /// The repaired files include edited ones, and none that is unknown.
    package var isDamaged: Bool {
        unknown + unrepaired > 0 || damaged + missing + unreadable > repaired
    }

    mutating func count(_ verdict: OriginalVerdict) {
        switch verdict {
        case .good: good += 1
        case .missing: missing += 1
        case .damaged: damaged += 1
        case .edited: edited += 1
        case .unknown: unknown += 1
        case .unreadable: unreadable += 1
        case .gone: gone += 1
        }
    }
}

/// An event of a verification.
package enum VerifyEvent: Hashable, Sendable {
    /// The counts so far.
    case progress(VerifyProgress)
    /// A file that is not good, with the numbers of the blocks that differ.
    case found(path: String, OriginalVerdict, blocks: [Int])
    /// A file that is `.unreadable`, with the numbers of the blocks that differ or cannot be read,
    /// and the reason.
    case unreadable(path: String, blocks: [Int], reason: String)
    /// A file that was repaired, with the number of blocks that were downloaded.
    case repaired(path: String, blocks: Int)
    /// A file that could not be repaired, and the reason.
    case unrepaired(path: String, reason: String)
    /// A live photo of which at least one file is not good; after all files.
    case livePhoto(still: LivePhotoFile, movie: LivePhotoFile)
    /// The end of the verification.
    case finished(VerifyProgress)
}

/// A file of a live photo, and what a verification has found.
package struct LivePhotoFile: Hashable, Sendable {
    /// The path below the folder of the originals.
    package let path: String
    /// The state before a repair; `nil` if the run has not compared the file.
    package let verdict: OriginalVerdict?

    package init(path: String, verdict: OriginalVerdict?) {
        self.path = path
        self.verdict = verdict
    }
}

/// The options of a verification.
package struct VerifyOptions: Hashable, Sendable {
    /// The share of the files to compare, in percent; the files that were compared longest ago.
    package var sample: Double
    /// Whether damaged and missing files are repaired.
    package var repairs: Bool
    /// Whether edited files are repaired, too.
    package var discardsEdits: Bool
    /// Whether the live photos are named of which a file is not good, by a pass over the feed.
    package var namesLivePhotos: Bool
    /// The rate at which files are read; `nil` for no limit.
    package var bytesPerSecond: Int?

    package init(
        sample: Double = 100, repairs: Bool = false, discardsEdits: Bool = false,
        namesLivePhotos: Bool = false, bytesPerSecond: Int? = nil
    ) {
        self.sample = sample
        self.repairs = repairs
        self.discardsEdits = discardsEdits
        self.namesLivePhotos = namesLivePhotos
        self.bytesPerSecond = bytesPerSecond
    }
}
