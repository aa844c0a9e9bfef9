import CommandLineProgram
import PhotoFeed

/// An event in the life of a display of `photopark sync`.
///
/// The times and the width of the terminal are a part of the action, so that recorded actions
/// replay to the same output.
enum SyncAction: Equatable, Sendable {
    /// The run begins.
    case started
    /// The run has sent an event.
    case event(SyncEvent, at: ProgressText.Instant)
    /// An interval of the display has passed.
    case tick(at: ProgressText.Instant, width: Int)
    /// The run is over, in whichever way.
    case stopped
    /// The run has a result.
    case finished(SyncResult)
    /// The library is as this run has left it, with the thumbnails of its originals.
    case concluded(SyncConclusion)
    /// The run was interrupted.
    case interrupted
    /// The run failed; the error is reported on standard error as well.
    case failed(FailureReport)
}
