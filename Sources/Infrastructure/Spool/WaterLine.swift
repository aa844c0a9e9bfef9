/// The amount of waiting records, as a water line sees it.
public struct SpoolLevel: Hashable, Sendable {
    /// The number of records.
    public var count: Int
    /// Their bytes, including the frames on the disk.
    public var bytes: Int
    /// The time since the oldest one arrived; zero if there is none.
    ///
    /// A record of an earlier process counts from the moment at which the spool was opened.
    public var age: Duration

    /// Creates a level.
    public init(count: Int = 0, bytes: Int = 0, age: Duration = .zero) {
        self.count = count
        self.bytes = bytes
        self.age = age
    }
}

/// A threshold: decides when an amount of records is large enough for the next step.
///
/// A spool has three: for its memory, for its disk, and for the moment of sending. Conform a type
/// of your own where the ready ones do not fit:
///
/// ```swift
/// struct OfficeHours: WaterLine {
///     let isOpen: @Sendable () -> Bool
///     func isReached(by level: SpoolLevel) -> Bool { level.count > 0 && isOpen() }
/// }
/// ```
///
/// It is called on the spool's scheduler, for each append, and must not block. An empty level never
/// reaches a water line, whatever the method returns.
public protocol WaterLine: Sendable {
    /// Whether `level` has reached the line.
    func isReached(by level: SpoolLevel) -> Bool
}

/// A water line that is reached by a number of records.
public struct CountWaterLine: WaterLine {
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    /// Whether there are as many records.
    public func isReached(by level: SpoolLevel) -> Bool { level.count >= limit }
}

/// A water line that is reached by a number of bytes.
public struct ByteWaterLine: WaterLine {
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    /// Whether there are as many bytes.
    public func isReached(by level: SpoolLevel) -> Bool { level.bytes >= limit }
}

/// A water line that is reached when the oldest record has waited for a time.
public struct AgeWaterLine: WaterLine {
    private let limit: Duration

    init(_ limit: Duration) { self.limit = limit }

    /// Whether the oldest record has waited as long.
    public func isReached(by level: SpoolLevel) -> Bool { level.age >= limit }
}

/// A water line that is reached when one of several is.
public struct CombinedWaterLine: WaterLine {
    private let lines: [any WaterLine]

    init(_ lines: [any WaterLine]) { self.lines = lines }

    /// Whether one of the lines is reached.
    public func isReached(by level: SpoolLevel) -> Bool {
        lines.contains { $0.isReached(by: level) }
    }
}

extension WaterLine where Self == CountWaterLine {
    /// Reached by `limit` records.
    public static func count(_ limit: Int) -> Self { Self(limit) }
}

extension WaterLine where Self == ByteWaterLine {
    /// Reached by `limit` bytes.
    public static func bytes(_ limit: Int) -> Self { Self(limit) }
}

extension WaterLine where Self == AgeWaterLine {
    /// Reached when the oldest record has waited for `limit`.
    public static func age(_ limit: Duration) -> Self { Self(limit) }
}

extension WaterLine where Self == CombinedWaterLine {
    /// Reached when one of `lines` is.
    public static func any(_ lines: any WaterLine...) -> Self { Self(lines) }
}
