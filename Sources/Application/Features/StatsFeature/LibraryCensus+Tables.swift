import Foundation
import PhotoFeed

extension LibraryCensus {
    /// A row of a table: a value, and its counts.
    struct Row: Equatable {
        /// The value; `nil` if it is unknown.
        let name: String?
        let count: Count
    }

    /// The rows of one property.
    struct Table: Equatable {
        /// The rows whose number a display limits.
        enum Order: Equatable {
            /// All rows are shown.
            case complete
            /// The rows in the order of time, of which the last are shown.
            case time
            /// The rows by their numbers of items, of which the first are shown.
            case number
        }

        let title: String
        let rows: [Row]
        let order: Order

        /// Returns at most `limit` rows and one that counts the others.
        func rows(limit: Int) -> [Row] {
            guard order != .complete, rows.count > limit else { return rows }
            let isTime = order == .time
            let others = isTime ? rows.dropLast(limit) : rows.dropFirst(limit)
            var sum = Count()
            for row in others { sum += row.count }
            let rest = Row(name: isTime ? "earlier" : "others", count: sum)
            return isTime ? [rest] + rows.suffix(limit) : rows.prefix(limit) + [rest]
        }
    }

    /// The rows of the years, oldest first.
    var yearRows: [Row] {
        var years: [Int: Count] = [:]
        for (month, count) in months {
            years[Self.year(of: month), default: Count()] += count
        }
        return years.sorted { $0.key < $1.key }
            .map { Row(name: Self.digits($0.key, 4), count: $0.value) }
    }

    /// The rows of the months, oldest first: `2024-05`.
    var monthRows: [Row] {
        months.sorted { $0.key < $1.key }.map { month, count in
            let year = Self.year(of: month)
            let name = Self.digits(year, 4) + "-" + Self.digits(month - year * 12 + 1, 2)
            return Row(name: name, count: count)
        }
    }

    /// The rows of the kinds that there are.
    var kindRows: [Row] {
        [MediaInfo.Kind.photo, .video].compactMap { kind in
            kinds[kind].map { Row(name: kind.rawValue, count: $0) }
        }
    }

    /// The rows of the classes of sizes that there are, smallest first.
    var sizeRows: [Row] {
        zip(Self.sizes, classes).filter { $0.1.items > 0 }
            .map { Row(name: $0.0.name, count: $0.1) }
    }

    /// The rows of the places, those with the most items first; none if no place is known.
    var placeRows: [Row] {
        let known = places.compactMap { place, count in place.map { (place: $0, count: count) } }
        guard !known.isEmpty else { return [] }
        let rows = known.sorted {
            ($1.count.items, $0.place) < ($0.count.items, $1.place)
        }.map { Row(name: $0.place.name, count: $0.count) }
        return rows + [places[nil].map { Row(name: nil, count: $0) }].compactMap(\.self)
    }

    /// The rows of the cameras, those with the most items first; none if no camera is known.
    var cameraRows: [Row] {
        let known = cameras.compactMap { name, count in name.map { (name: $0, count: count) } }
        guard !known.isEmpty else { return [] }
        let rows = known.sorted {
            ($1.count.items, $0.name) < ($0.count.items, $1.name)
        }.map { Row(name: $0.name, count: $0.count) }
        return rows + [cameras[nil].map { Row(name: nil, count: $0) }].compactMap(\.self)
    }

    /// The tables with rows, in the order of the display.
    var tables: [Table] {
        [
            Table(title: "Year", rows: yearRows, order: .complete),
            Table(title: "Month", rows: monthRows, order: .time),
            Table(title: "Kind", rows: kindRows, order: .complete),
            Table(title: "Size", rows: sizeRows, order: .complete),
            Table(title: "Place", rows: placeRows, order: .number),
            Table(title: "Camera", rows: cameraRows, order: .number),
        ].filter { !$0.rows.isEmpty }
    }

    private static func year(of month: Int) -> Int {
        month >= 0 ? month / 12 : (month - 11) / 12
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        String(format: "%0\(count)d", number)
    }
}
