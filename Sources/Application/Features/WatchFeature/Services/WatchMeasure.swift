/// The parts that a library lacks after a run of a watch.
struct WatchMeasure: Hashable, Sendable {
    /// The thumbnails that are still to be fetched.
    var wantedThumbnails = 0
    /// The originals that are still to be downloaded.
    var wantedOriginals = 0
    /// The originals that the last verification has found damaged or missing.
    var damagedOriginals = 0
}
