import CommandOptions
import Originals
import PhotoFeed
import ProgramServices

/// The options of the runs of a watch.
struct WatchOptions {
    /// The photos that a run may remove.
    let removalLimit: RemovalLimit
    /// The limits of each run.
    let limits: RunLimits
    /// The originals that a run downloads.
    let originals: OriginalsRunOptions
    /// The pause after a run that a limit has ended.
    let pause: Duration
    /// Counts the requests of all runs and waits.
    let counter: RequestCounter

    /// The options of a run over `source`; the library states the size of its thumbnails.
    func sync(_ source: FeedSource, _ credential: FeedCredential?) -> SyncOptions {
        SyncOptions(source: source, credential: credential, removalLimit: removalLimit)
    }
}
