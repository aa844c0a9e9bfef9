/// The numbers of originals of a library, by what its last runs have stored about them.
///
/// A file is in one of the numbers.
package struct OriginalsCounts: Hashable, Sendable {
    /// The originals in place.
    package var inPlace = 0
    /// Those that the next run downloads, without `failed`.
    package var missing = 0
    /// Those that the last run could not download; the next one tries again.
    package var failed = 0
    /// Those that are not in place, because the user has paused or cancelled them.
    package var stopped = 0

    package init() {}
}
