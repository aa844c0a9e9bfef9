import Foundation

/// The countries of the earth with coarse outlines, for a search and a map without a network.
///
/// ```swift
/// let france = Countries.all.number(named: "France")
/// print(Countries.all.number(latitude: 48.86, longitude: 2.35) == france)  // true
/// ```
///
/// The outlines come from Natural Earth at 1:110,000,000, and show the borders as Natural Earth
/// draws them. They take 50 KB. A place is in the smallest country whose outline contains it.
/// Outside of all outlines, it is in the nearest country within a quarter of a degree: a coast can
/// be that far beside its place.
package struct Countries: Sendable {
    /// All countries.
    package static let all = Countries(PackageResources.outlines_json)

    /// The outlines of Natural Earth, in the format that `OutlineReader` describes.
    package static var json: [UInt8] { PackageResources.outlines_json }

    /// The countries, those with a small area first.
    package let countries: [Country]
    let rings: [OutlineRing]
    /// Longitudes and latitudes in turn, in fiftieths of a degree.
    let points: [Int16]
    private let numbers: [String: Int]

    init(_ json: [UInt8]) {
        var reader = OutlineReader()
        // The strings contain no quotes and no escapes.
        let parts = json.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !index.isMultiple(of: 2) { reader.add(part) }
        reader.finishCountry()
        countries = reader.countries
        rings = reader.rings
        points = reader.points
        var numbers: [String: Int] = [:]
        for (number, country) in countries.enumerated() {
            for key in country.names.map(Self.key) where numbers[key] == nil {
                numbers[key] = number
            }
        }
        self.numbers = numbers
    }

    /// The number of the country with a name, without regard to case, accents, spaces and hyphens.
    package func number(named name: String) -> Int? { numbers[Self.key(of: name)] }

    /// The number of the country with a code of two letters.
    package func number(code: String) -> Int? {
        let code = code.lowercased()
        return code.isEmpty ? nil : countries.firstIndex { $0.code == code }
    }

    /// The letters of a name, without accents and in lower case.
    static func key(of name: String) -> String {
        name.folding(options: .diacriticInsensitive, locale: nil).lowercased()
            .filter { ("a"..."z").contains($0) }
    }

    /// The number of the country of a place; `nil` for one in the sea.
    ///
    /// Cost: about a microsecond. The place is rounded to a hundredth of a degree.
    package func number(latitude: Double, longitude: Double) -> Int? {
        Cell(latitude: latitude, longitude: longitude).flatMap { number(at: $0) }
    }

    /// The number of the country of a cell; `nil` for one in the sea.
    package func number(at cell: Cell) -> Int? {
        let (x, y) = (Double(cell.column) / 2, Double(cell.row) / 2)
        return countries.firstIndex { $0.box.contains(x, y) && contains($0, x, y) }
            ?? nearest(x, y)
    }
}

extension Countries {
    /// A cell of a grid, with a size of a hundredth of a degree.
    package struct Cell: Hashable, Sendable {
        let row: Int32
        let column: Int32

        /// The cell of a place; `nil` for one that is not on the earth.
        package init?(latitude: Double, longitude: Double) {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
            row = Int32((latitude * 100 + 0.5).rounded(.down))
            column = Int32((longitude * 100 + 0.5).rounded(.down))
        }
    }

    /// The largest distance of a coast from its place: a quarter of a degree.
    private static var coast: Double { 12.5 }

    /// Whether a place is within an odd number of rings.
    private func contains(_ country: Country, _ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for ring in rings[country.rings] where ring.box.contains(x, y) {
            forEachEdge(of: ring) { a, b, c, d in
                if (b > y) != (d > y), x < (c - a) * (y - b) / (d - b) + a { isInside.toggle() }
            }
        }
        return isInside
    }

    private func nearest(_ x: Double, _ y: Double) -> Int? {
        let shrink = max(0.01, cos(y / 50 * .pi / 180))
        var found: (distance: Double, number: Int)?
        for (number, country) in countries.enumerated()
        where country.box.contains(x, y, within: Self.coast / shrink, Self.coast) {
            for ring in rings[country.rings]
            where ring.box.contains(x, y, within: Self.coast / shrink, Self.coast) {
                forEachEdge(of: ring) { a, b, c, d in
                    let distance = Self.distance(
                        (a - x) * shrink, b - y, (c - x) * shrink, d - y)
                    if distance < found?.distance ?? .infinity { found = (distance, number) }
                }
            }
        }
        return found.flatMap { $0.distance <= Self.coast * Self.coast ? $0.number : nil }
    }

    /// The square of the distance of an edge from the origin.
    private static func distance(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        let (across, along) = (c - a, d - b)
        let length = across * across + along * along
        let part = length == 0 ? 0 : min(1, max(0, -(a * across + b * along) / length))
        let (x, y) = (a + part * across, b + part * along)
        return x * x + y * y
    }

    private func forEachEdge(of ring: OutlineRing, _ body: (Double, Double, Double, Double) -> Void)
    {
        var last = ring.points.upperBound - 2
        for point in stride(from: ring.points.lowerBound, to: ring.points.upperBound, by: 2) {
            body(
                Double(points[last]), Double(points[last + 1]), Double(points[point]),
                Double(points[point + 1]))
            last = point
        }
    }
}
