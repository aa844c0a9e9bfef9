/// The maximum number of photos and videos that a run may remove from a library.
///
/// A server that has lost its files, or the wrong folder, looks like an account whose owner has
/// deleted everything. A run that would exceed the limit fails with `.tooManyRemovals`:
///
/// ```swift
/// let limit = RemovalLimit.share(percent: 10, atLeast: 10)
/// print(limit.allows(150, of: 2_000))  // true
/// print(limit.allows(250, of: 2_000))  // false
/// ```
public enum RemovalLimit: Hashable, Sendable {
    /// Any number.
    case unlimited
    /// This number.
    case count(Int)
    /// This share of the library in percent, or a number if that is more.
    case share(percent: Int, atLeast: Int)

    /// 10 % of the library, and at least 10.
    public static let standard = RemovalLimit.share(percent: 10, atLeast: 10)

    /// Returns the number for a library with `total` photos and videos; `nil` for no limit.
    public func number(of total: Int) -> Int? {
        switch self {
        case .unlimited: nil
        case .count(let count): count
        case .share(let percent, let minimum):
            // Divided first, since a product could overflow.
            max(minimum, total / 100 * percent + total % 100 * percent / 100)
        }
    }

    /// Whether a run may remove `removed` of `total` photos and videos.
    public func allows(_ removed: Int, of total: Int) -> Bool {
        number(of: total).map { removed <= $0 } ?? true
    }

    /// Whether a run may remove `removed` photos and videos of a library of any size.
    package func alwaysAllows(_ removed: Int) -> Bool {
        switch self {
        case .unlimited: true
        case .count(let count): removed <= count
        case .share(_, let minimum): removed <= minimum
        }
    }
}
