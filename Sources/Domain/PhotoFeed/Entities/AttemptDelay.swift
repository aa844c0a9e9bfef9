/// The wait before another request of a part of a library whose requests have failed.
package enum AttemptDelay {
    /// One week, in seconds; a time further ahead was stored while the clock was wrong.
    package static let longest: Int64 = 7 * 86_400

    /// Returns the wait in seconds after `attempts` successive failures.
    ///
    /// After the first failure, the next run tries again. After that the waits grow, so that a
    /// photo that always fails does not slow down every run.
    package static func seconds(after attempts: Int64) -> Int64 {
        guard attempts > 1 else { return 0 }
        return min(longest, 900 << (2 * min(attempts - 2, 20)))
    }
}
