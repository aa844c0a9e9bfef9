import PhotoFeed

/// The places of a selection as the cells of a grid, for a map.
///
/// Its memory is bounded by the number of cells, about 3 MB: when there are more, the cells become
/// larger. A cell has 1/256 of a degree at first, some 400 m.
struct PlaceIndex: Equatable, Sendable {
    /// The largest zoom of a map, in which a cluster is a cell of 1/256 of a degree.
    static let lastZoom = 13
    private static let cellLimit = 65_536
    private static let cellsPerDegree = 256.0
    /// The number of clusters in one answer.
    private static let clusterLimit = 400

    /// A part of a map, in degrees.
    struct Box: Equatable, Sendable {
        var west = -180.0
        var south = -90.0
        var east = 180.0
        var north = 90.0
    }

    /// Photos near each other.
    struct Cluster: Equatable, Sendable {
        /// The mean of their places, in degrees.
        let latitude: Double
        let longitude: Double
        let count: Int
    }

    private struct Key: Hashable {
        let row: Int32
        let column: Int32

        func coarser(by bits: Int32) -> Key { Key(row: row >> bits, column: column >> bits) }
    }

    private struct Cell: Equatable {
        var latitudes = 0.0
        var longitudes = 0.0
        var count = 0

        mutating func add(_ other: Cell) {
            latitudes += other.latitudes
            longitudes += other.longitudes
            count += other.count
        }
    }

    private var cells: [Key: Cell] = [:]
    /// The number of times that the cells have become larger.
    private(set) var level: Int32 = 0
    /// The number of photos with a place.
    private(set) var count = 0

    /// The number of cells.
    var cellCount: Int { cells.count }

    /// Adds a place; one that is not on the earth is left out.
    mutating func add(_ place: MediaInfo.Location) {
        guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else { return }
        count += 1
        let key = Key(
            row: Int32((place.latitude * Self.cellsPerDegree).rounded(.down)),
            column: Int32((place.longitude * Self.cellsPerDegree).rounded(.down)))
        cells[key.coarser(by: level), default: Cell()].add(
            Cell(latitudes: place.latitude, longitudes: place.longitude, count: 1))
        while cells.count > Self.cellLimit {
            cells = merged(by: 1)
            level += 1
        }
    }

    /// Returns the clusters of a part of a map, the largest first, and the edge of their cells.
    ///
    /// A cell has 32 degrees at zoom 0, and half of them at each further one. If there are more
    /// than 400 clusters, the cells are larger.
    func clusters(in box: Box, zoom: Int) -> (clusters: [Cluster], edge: Double) {
        var bits = max(0, Int32(Self.lastZoom - zoom) - level)
        while true {
            let found = merged(by: bits).values
                .map { cell in
                    Cluster(
                        latitude: cell.latitudes / Double(cell.count),
                        longitude: cell.longitudes / Double(cell.count), count: cell.count)
                }
                .filter { cluster in
                    (box.south...box.north).contains(cluster.latitude)
                        && (box.west...box.east).contains(cluster.longitude)
                }
            if found.count <= Self.clusterLimit || bits >= Self.lastZoom {
                let edge = Double(1 << (bits + level)) / Self.cellsPerDegree
                return (found.sorted(by: Self.isBefore), edge)
            }
            bits += 1
        }
    }

    private static func isBefore(_ left: Cluster, _ right: Cluster) -> Bool {
        (right.count, left.latitude, left.longitude) < (left.count, right.latitude, right.longitude)
    }

    private func merged(by bits: Int32) -> [Key: Cell] {
        guard bits > 0 else { return cells }
        var larger: [Key: Cell] = [:]
        for (key, cell) in cells { larger[key.coarser(by: bits), default: Cell()].add(cell) }
        return larger
    }
}

extension PlaceIndex.Box {
    /// Parses `WEST,SOUTH,EAST,NORTH`; `nil` for every other text.
    init?(_ text: String) {
        let sides = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0) ?? .nan }
        guard sides.count == 4, sides.allSatisfy(\.isFinite), sides[0] <= sides[2],
            sides[1] <= sides[3]
        else { return nil }
        self.init(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
    }
}
