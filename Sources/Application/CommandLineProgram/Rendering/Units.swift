import Foundation
package import PhotoFeed

/// Formats numbers for reading, the same in every locale.
package enum Units {
    /// The number with separators between groups of three digits: `1,234,567`.
    package static func count(_ number: Int) -> String {
        number.formatted(.number.locale(Locale(identifier: "en_US")).grouping(.automatic))
    }

    /// The number with a noun in singular or plural: `1 photo`, `1,234 photos`.
    package static func count(_ number: Int, _ noun: String) -> String {
        count(number) + " " + noun + (number == 1 ? "" : "s")
    }

    /// The number of photos and videos: `1 photo or video`, `1,234 photos and videos`.
    package static func items(_ number: Int) -> String {
        count(number) + (number == 1 ? " photo or video" : " photos and videos")
    }

    /// The size in powers of a thousand: `999 B`, `1.2 kB`, `3.4 MB`.
    package static func bytes(_ number: Int) -> String {
        var value = Double(number)
        var units = ["B", "kB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let digits = units.first == "B" || value >= 99.95 ? 0 : 1
        return String(format: "%.\(digits)f", value) + " " + (units.first ?? "")
    }

    /// The time in UTC to the second: `2024-05-31 14:04:05`.
    package static func second(_ time: FeedTime) -> String {
        String(time.description.dropLast()).replacing("T", with: " ")
    }

    /// The duration with two units at most: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 03 min`.
    package static func duration(_ duration: Duration) -> String {
        let seconds = duration.seconds
        let whole = Int(exactly: seconds.rounded()) ?? .max
        switch whole {
        case _ where seconds < 9.95: return String(format: "%.1f s", max(0, seconds))
        case ..<60: return "\(whole) s"
        case ..<3600: return String(format: "%d min %02d s", whole / 60, whole % 60)
        default: return String(format: "%d h %02d min", whole / 3600, whole % 3600 / 60)
        }
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
