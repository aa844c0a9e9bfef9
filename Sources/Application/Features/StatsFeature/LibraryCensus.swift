import Countries
import PhotoFeed
import TextFormats

/// The numbers of photos and videos by year, month, kind, size, place and camera.
///
/// The memory depends on the numbers of different months, places and cameras, not on that of the
/// items: a place is the part of a field of one degree in a country, and cameras have a limit.
struct LibraryCensus: Sendable, Equatable {
    /// A number of items, and the sum of their sizes.
    struct Count: Sendable, Equatable {
        var items = 0
        /// The bytes of the originals; it stays at the maximum that the type holds.
        var bytes: Int64 = 0

        static func += (sum: inout Count, other: Count) {
            sum.items += other.items
            sum.bytes = sum.bytes.addingSaturated(other.bytes)
        }
    }

    /// A field of one degree of latitude and longitude, by its south-western corner, or the part of
    /// it that is in a country.
    struct Place: Hashable, Sendable, Comparable {
        let latitude: Int
        let longitude: Int
        /// The name of the country; empty for a place in the sea.
        let country: String

        /// The field of a location; `nil` if it is not on the globe.
        init?(_ location: MediaInfo.Location) {
            guard (-90.0...90).contains(location.latitude),
                (-180.0...180).contains(location.longitude)
            else { return nil }
            latitude = Int(location.latitude.rounded(.down))
            longitude = Int(location.longitude.rounded(.down))
            let number = Countries.all.number(
                latitude: location.latitude, longitude: location.longitude)
            country = number.flatMap { Countries.all.countries[$0].names.first } ?? ""
        }

        static func < (first: Place, second: Place) -> Bool {
            (first.latitude, first.longitude, first.country)
                < (second.latitude, second.longitude, second.country)
        }

        /// The corner and the country, such as `48°N 11°E Germany`.
        var name: String {
            "\(abs(latitude))°\(latitude < 0 ? "S" : "N") "
                + "\(abs(longitude))°\(longitude < 0 ? "W" : "E")"
                + (country.isEmpty ? "" : " " + country)
        }
    }

    /// The classes of sizes: their names, and their exclusive upper limits in bytes.
    static let sizes: [(name: String, limit: Int64)] = [
        ("< 100 kB", 100_000), ("< 1 MB", 1_000_000), ("< 10 MB", 10_000_000),
        ("< 100 MB", 100_000_000), ("< 1 GB", 1_000_000_000), ("1 GB or more", .max),
    ]

    /// The number of cameras that are told apart; files may claim any number of names.
    static let cameraLimit = 1_000
    /// The name of all further cameras.
    static let otherCameras = "other cameras"

    private(set) var total = Count()
    /// The counts by month: the year times 12, and the number of the month from 0.
    private(set) var months: [Int: Count] = [:]
    private(set) var kinds: [MediaInfo.Kind: Count] = [:]
    /// The counts by the index of the class of sizes.
    private(set) var classes = [Count](repeating: Count(), count: LibraryCensus.sizes.count)
    /// The counts by place; `nil` is an unknown one.
    private(set) var places: [Place?: Count] = [:]
    /// The counts by the name of the camera; `nil` is an unknown one.
    private(set) var cameras: [String?: Count] = [:]

    /// Counts a photo or video.
    mutating func add(_ node: MediaNode) {
        let one = Count(items: 1, bytes: max(0, node.size))
        let time = CivilTime(secondsSinceEpoch: node.displayTime.wallSeconds)
        let size = Self.sizes.firstIndex { node.size < $0.limit } ?? Self.sizes.count - 1
        total += one
        months[time.year * 12 + time.month - 1, default: Count()] += one
        kinds[node.kind, default: Count()] += one
        classes[size] += one
        places[node.mediaInfo?.location.flatMap(Place.init), default: Count()] += one
        add(one, of: node.mediaInfo?.camera?.name)
    }

    private mutating func add(_ count: Count, of camera: String?) {
        let isKnown = camera == nil || cameras[camera] != nil
        let hasRoom = isKnown || cameras.count < Self.cameraLimit
        cameras[hasRoom ? camera : Self.otherCameras, default: Count()] += count
    }

    /// Adds the counts of another library.
    mutating func add(_ other: LibraryCensus) {
        total += other.total
        months.merge(other.months) { $0.sum($1) }
        kinds.merge(other.kinds) { $0.sum($1) }
        places.merge(other.places) { $0.sum($1) }
        for (camera, count) in other.cameras { add(count, of: camera) }
        for index in classes.indices { classes[index] += other.classes[index] }
    }
}

extension LibraryCensus.Count {
    fileprivate func sum(_ other: Self) -> Self {
        var sum = self
        sum += other
        return sum
    }
}
