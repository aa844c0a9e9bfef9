/// A country: its code, its names, and the indices of the rings that form its outline.
package struct Country: Sendable {
    /// The code of ISO 3166 with two letters in lower case; empty without one.
    package let code: String
    /// The names in English, the usual one first.
    package let names: [String]
    let rings: Range<Int>
    let box: OutlineBox
}

/// A ring of an outline.
struct OutlineRing: Sendable {
    /// The positions of its longitudes and latitudes.
    let points: Range<Int>
    let box: OutlineBox
}

/// The bounds of an outline, in fiftieths of a degree.
struct OutlineBox: Sendable {
    var west = Double.infinity
    var south = Double.infinity
    var east = -Double.infinity
    var north = -Double.infinity

    mutating func add(_ x: Double, _ y: Double) {
        (west, south) = (min(west, x), min(south, y))
        (east, north) = (max(east, x), max(north, y))
    }

    mutating func add(_ box: OutlineBox) {
        add(box.west, box.south)
        add(box.east, box.north)
    }

    func contains(_ x: Double, _ y: Double, within width: Double = 0, _ height: Double = 0)
        -> Bool
    {
        x >= west - width && x <= east + width && y >= south - height && y <= north + height
    }
}
