import PhotoFeed

/// A run's progress as one line.
struct ProgressText {
    let started = ContinuousClock.now
    private var phase = SyncProgress.Phase.nodes
    private var phaseStarted = ContinuousClock.now
    private var waitEnds: ContinuousClock.Instant?
    private var latest = SyncProgress()

    /// Takes in the newest progress.
    mutating func update(_ progress: SyncProgress) {
        let now = ContinuousClock.now
        if progress.phase != phase { (phase, phaseStarted) = (progress.phase, now) }
        if progress.wait != latest.wait { waitEnds = progress.wait.map { now + $0.duration } }
        latest = progress
    }

    /// What the run waits for at the moment.
    var wait: FeedWait? { latest.wait }

    /// The line for this moment.
    var line: String {
        if let wait = latest.wait, let waitEnds {
            let left = max(.zero, waitEnds - .now)
            return "\(Self.reason(wait)); going on in \(Units.duration(left))"
        }
        let seconds = max(0.001, (ContinuousClock.now - phaseStarted).seconds)
        switch latest.phase {
        case .nodes:
            return
                "Listing: \(Units.count(latest.changes)) files and folders (\(Units.count(Int(Double(latest.changes) / seconds)))/s)"
        case .thumbnails:
            let done = latest.thumbnails + latest.failedThumbnails
            return
                "Thumbnails: \(Units.count(done)) of \(Units.count(max(done, latest.wantedThumbnails))), "
                + "\(Units.bytes(Int(latest.thumbnailBytes))) (\(Units.bytes(Int(Double(latest.thumbnailBytes) / seconds)))/s)"
        case .done:
            return "Done"
        }
    }

    /// What is said of a run that was told to stop.
    static let interrupted = "Stopped; the next run goes on from here"

    /// Why nothing moves.
    static func reason(_ wait: FeedWait) -> String {
        switch wait.reason {
        case .rateLimit: "The server asks for a pause"
        case .failure: "The server or the network fails and is tried again"
        }
    }

    /// Why a listing begins from nothing.
    static func reason(_ reason: ListingReason) -> String {
        switch reason {
        case .first: "Listing for the first time"
        case .cursorReset: "The server has forgotten where we were: listing anew, and comparing"
        case .folderVanished: "The folder had vanished: listing anew, and comparing"
        }
    }
}
