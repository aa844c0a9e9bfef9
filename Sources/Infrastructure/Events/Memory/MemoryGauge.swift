import Foundation
import Scheduling

/// Reads the level of the memory pressure from files.
///
/// The limits are those of established programs: stalls for a tenth of the time, as in GLib's
/// memory monitor; 75 and 85 percent of the memory in use, as in Chromium's evaluator for Linux.
struct MemoryGauge {
    /// The stall times since the start of the system, in microseconds.
    private struct Stalls {
        let moment: SchedulerInstant
        /// Some tasks were stalled.
        let some: Double
        /// All tasks were stalled.
        let full: Double
    }

    private static let stalledShare = 0.1
    private static let moderateUse = 0.75
    private static let criticalUse = 0.85

    private let files: MemoryPressureFiles
    private var former: Stalls?

    init(_ files: MemoryPressureFiles, at moment: SchedulerInstant) {
        self.files = files
        former = Self.stalls(files, at: moment)
    }

    /// Returns the level; `nil` without pressure.
    mutating func read(at moment: SchedulerInstant) -> MemoryPressureChanged.Level? {
        let stalls = Self.stalls(files, at: moment)
        let groupUse = groupUse
        let levels = [
            stalls.flatMap(levelOfStalls), groupUse.flatMap(Self.level(ofUse:)),
            stalls == nil && groupUse == nil ? systemUse.flatMap(Self.level(ofUse:)) : nil,
        ]
        former = stalls
        return levels.compactMap { $0 }.max()
    }

    private func levelOfStalls(_ stalls: Stalls) -> MemoryPressureChanged.Level? {
        guard let former, former.moment < stalls.moment else { return nil }
        let limit =
            former.moment.duration(to: stalls.moment) / .microseconds(1) * Self.stalledShare
        if stalls.full - former.full >= limit { return .critical }
        return stalls.some - former.some >= limit ? .moderate : nil
    }

    private static func level(ofUse share: Double) -> MemoryPressureChanged.Level? {
        share >= criticalUse ? .critical : share >= moderateUse ? .moderate : nil
    }

    private static func stalls(
        _ files: MemoryPressureFiles, at moment: SchedulerInstant
    ) -> Stalls? {
        for file in files.pressure {
            guard let lines = lines(of: file) else { continue }
            func total(_ kind: String) -> Double? {
                lines.first { $0.first == kind[...] }?
                    .first { $0.hasPrefix("total=") }.flatMap { Double($0.dropFirst(6)) }
            }
            guard let some = total("some") else { continue }
            return Stalls(moment: moment, some: some, full: total("full") ?? 0)
        }
        return nil
    }

    /// The share of the group's memory in use, without the files that the kernel can drop.
    private var groupUse: Double? {
        guard let group = files.group, let limit = Self.number(in: "\(group)/memory.max"),
            let used = Self.number(in: "\(group)/memory.current"), limit > 0
        else { return nil }
        let cache = Self.value("inactive_file", in: "\(group)/memory.stat") ?? 0
        return (used - cache) / limit
    }

    private var systemUse: Double? {
        guard let total = Self.value("MemTotal:", in: files.system), total > 0,
            let available = Self.value("MemAvailable:", in: files.system)
        else { return nil }
        return 1 - available / total
    }

    private static func number(in file: String) -> Double? {
        lines(of: file)?.first?.first.flatMap { Double($0) }
    }

    private static func value(_ key: String, in file: String) -> Double? {
        lines(of: file)?.first { $0.first == key[...] }?.dropFirst().first.flatMap { Double($0) }
    }

    /// The words of the lines of a file; `nil` if it cannot be read.
    private static func lines(of file: String) -> [[Substring]]? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").map { $0.split(separator: " ") }
    }
}
