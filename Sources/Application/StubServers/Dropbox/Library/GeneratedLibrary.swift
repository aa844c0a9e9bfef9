import Pictures
import TextFormats

/// A library of any number of photos that is computed, not stored.
///
/// Each entry follows from its position alone, so a million photos need no memory.
///
/// Photos are in `/Camera Uploads/YEAR/MONTH/`, oldest first, spread evenly over up to thirteen
/// years. The position of a folder comes directly before those of its content.
struct GeneratedLibrary: Sendable {
    let seed: UInt64
    let photoCount: Int
    private let photosPerMonth: Int
    private let months: [Month]
    private let idPrefix: String

    static let root = "/Camera Uploads"
    private static let lastMonth = 2025 * 12 + 11
    private static let secondsPerMonth = 28 * 86_400

    private struct Month: Sendable {
        let year: Int
        let month: Int
        let firstPhoto: Int
        let photoCount: Int
        let firstPosition: Int
        /// Whether this month is the first of its year; then the year's folder comes before it.
        let opensYear: Bool

        var folderPosition: Int { firstPosition + (opensYear ? 1 : 0) }
        var endPosition: Int { folderPosition + 1 + photoCount }
        var yearPath: String { "\(GeneratedLibrary.root)/\(year)" }
        var path: String { "\(yearPath)/\(month < 10 ? "0" : "")\(month)" }
    }

    init(seed: UInt64, photoCount: Int) {
        self.seed = seed
        self.photoCount = photoCount
        photosPerMonth = max(50, (photoCount + 155) / 156)
        idPrefix = "id:" + String(mixed(seed, -1) | 1 << 63, radix: 36).prefix(11)
        let monthCount = (photoCount + photosPerMonth - 1) / photosPerMonth
        var months: [Month] = []
        for index in 0..<monthCount {
            let absolute = Self.lastMonth - monthCount + 1 + index
            let first = index * photosPerMonth
            months.append(
                Month(
                    year: absolute / 12, month: absolute % 12 + 1, firstPhoto: first,
                    photoCount: min(photosPerMonth, photoCount - first),
                    firstPosition: months.last?.endPosition ?? 1,
                    opensYear: months.last?.year != absolute / 12))
        }
        self.months = months
    }

    /// The number of files and folders.
    var nodeCount: Int { months.last?.endPosition ?? 0 }

    /// The time at which the clock of later changes begins; all generated photos are older.
    var newestTime: Int { Self.start(ofMonth: 1, year: 2026) }

    func node(at position: Int) -> StubNode {
        guard position > 0 else { return folder(Self.root, position: 0) }
        let month = months[monthIndex(at: position)]
        if position > month.folderPosition {
            let number = month.firstPhoto + position - month.folderPosition - 1
            return .file(photo(number, in: month, folder: month.path))
        }
        return folder(
            position == month.folderPosition ? month.path : month.yearPath, position: position)
    }

    func node(atPath pathLower: String) -> StubNode? {
        let parts = pathLower.split(separator: "/", omittingEmptySubsequences: false)
        guard nodeCount > 0, parts.count >= 2, parts[0].isEmpty, parts[1] == "camera uploads"
        else { return nil }
        guard parts.count > 2 else { return node(at: 0) }
        guard let year = Int(parts[2]) else { return nil }
        let candidate: StubNode?
        switch parts.count {
        case 3:
            candidate = months.first { $0.year == year }.map { node(at: $0.firstPosition) }
        case 4:
            candidate = month(year, parts[3]).map { node(at: $0.folderPosition) }
        case 5:
            guard let month = month(year, parts[3]), parts[4].hasPrefix("img_"),
                let number = Int(parts[4].dropFirst(4).prefix { $0 != "." }),
                (month.firstPhoto..<month.firstPhoto + month.photoCount).contains(number)
            else { return nil }
            candidate = .file(photo(number, in: month, folder: month.path))
        default:
            candidate = nil
        }
        return candidate?.location.pathLower == pathLower ? candidate : nil
    }

    func node(id: String) -> StubNode? {
        guard id.hasPrefix(idPrefix), let position = Int(id.dropFirst(idPrefix.count), radix: 36),
            (0..<nodeCount).contains(position)
        else { return nil }
        let node = node(at: position)
        return node.id == id ? node : nil
    }

    func node(rev: String) -> StubNode? {
        guard rev.hasPrefix(Self.revPrefix), let number = Int(rev.dropFirst(5), radix: 16),
            (0..<photoCount).contains(number)
        else { return nil }
        let month = months[number / photosPerMonth]
        let file = photo(number, in: month, folder: month.path)
        return file.rev == rev ? .file(file) : nil
    }

    /// The positions of a listing of `folder`; `nil` if it is not a folder of this library.
    func listing(of pathLower: String, recursive: Bool) -> GeneratedListing? {
        if pathLower.isEmpty {
            return recursive ? .range(0..<nodeCount) : .range(0..<min(1, nodeCount))
        }
        guard case .folder(let folder)? = node(atPath: pathLower),
            let position = position(ofFolder: folder)
        else { return nil }
        if position == 0 {
            return recursive
                ? .range(0..<nodeCount)
                : .list(months.filter(\.opensYear).map(\.firstPosition))
        }
        let month = months[monthIndex(at: position)]
        if position == month.folderPosition {
            return .range((recursive ? position : position + 1)..<month.endPosition)
        }
        let year = months.filter { $0.year == month.year }
        return recursive
            ? .range(position..<(year.last?.endPosition ?? position))
            : .list(year.map(\.folderPosition))
    }

    // MARK: Entries

    private static let revPrefix = "01600"

    /// The index of the month at `position`.
    ///
    /// The binary search is cheap compared with the making of an entry.
    private func monthIndex(at position: Int) -> Int {
        var low = 0
        var high = months.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if months[middle].firstPosition <= position {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    private func month(_ year: Int, _ name: Substring) -> Month? {
        guard let month = Int(name) else { return nil }
        return months.first { $0.year == year && $0.month == month }
    }

    private func position(ofFolder folder: StubFolder) -> Int? {
        Int(folder.id.dropFirst(idPrefix.count), radix: 36)
    }

    private func id(position: Int) -> String {
        idPrefix + padded(String(position, radix: 36), to: 11)
    }

    private func folder(_ path: String, position: Int) -> StubNode {
        .folder(StubFolder(location: StubPath(path: path), id: id(position: position)))
    }

    private static func start(ofMonth month: Int, year: Int) -> Int {
        guard let start = CivilTime(year: year, month: month, day: 1) else {
            preconditionFailure("a year has no month \(month)")
        }
        return Int(start.secondsSinceEpoch)
    }

    private func photo(_ number: Int, in month: Month, folder: String) -> StubFile {
        let name = "IMG_" + padded(String(number), to: 7) + ".jpg"
        let path = folder + "/" + name
        let chance = mixed(seed, number)
        let index = number - month.firstPhoto
        let slot = Self.secondsPerMonth / photosPerMonth
        let taken =
            Self.start(ofMonth: month.month, year: month.year) + index * slot
            + Int(chance % UInt64(max(1, slot)))
        return StubFile(
            location: StubPath(name: name, pathDisplay: path, pathLower: path.lowercased()),
            id: id(position: month.folderPosition + 1 + index),
            rev: Self.revPrefix + padded(String(number, radix: 16), to: 10),
            clientModified: taken, serverModified: taken + Int((chance >> 40) % 3600),
            content: .generated(GeneratedPhoto(number: number)),
            media: media(number, takenAt: taken))
    }

    /// The media facts of a photo; all photos of a month are taken near one town.
    func media(_ number: Int, takenAt time: Int) -> StubMedia {
        let town = Self.towns[Int(mixed(seed, number / photosPerMonth) % UInt64(Self.towns.count))]
        let chance = mixed(seed &+ 1, number)
        return StubMedia(
            size: PhotoMaker.size, takenAt: time,
            latitude: town.0 + Double(chance % 1000) / 20_000,
            longitude: town.1 + Double((chance >> 32) % 1000) / 20_000)
    }

    private static let towns: [(Double, Double)] = [
        (46.948, 7.447), (59.914, 10.752), (38.722, -9.139), (64.147, -21.942),
        (35.011, 135.768), (-33.925, 18.424), (45.440, 12.316), (55.953, -3.188),
        (40.713, -74.006), (-13.517, -71.979),
    ]
}

/// The positions of a listing, in order.
enum GeneratedListing: Sendable {
    case range(Range<Int>)
    case list([Int])

    var count: Int {
        switch self {
        case .range(let range): range.count
        case .list(let list): list.count
        }
    }

    subscript(index: Int) -> Int {
        switch self {
        case .range(let range): range.lowerBound + index
        case .list(let list): list[index]
        }
    }
}
