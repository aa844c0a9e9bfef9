/// The numbers of originals of a library, by what its last runs have stored about them.
///
/// A file is in one of the numbers, except that `edited` and `deleted` are parts of others. Photos
/// and videos of the library that are in none of them are not chosen.
package struct OriginalsCounts: Hashable, Sendable {
    /// The originals in place that the last verification has not found to be bad.
    package var inPlace = 0
    /// Those of them that a program has edited.
    package var edited = 0
    /// Those that the last verification has found damaged.
    package var damaged = 0
    /// Those that it could not read.
    package var unreadable = 0
    /// The paths at which it has found something other than a file.
    package var unknown = 0
    /// Those that the next run downloads, without `failed`.
    package var missing = 0
    /// Those that the last run could not download; the next one tries again.
    package var failed = 0
    /// Those that are not in place, because the user has paused or cancelled them.
    package var stopped = 0
    /// The files of photos and videos that the library no longer lists.
    package var deleted = 0

    package init() {}

    /// The number of photos and videos of the library that are in one of the numbers.
    package var listed: Int {
        inPlace + damaged + unreadable + unknown - deleted + missing + failed + stopped
    }
}
