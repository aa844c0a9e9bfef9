/// The search for pictures that look the same, which is made in steps.
///
/// Each picture of a group is near the best one. Two pictures that are near a third one, but not
/// near the best one, are not joined. Therefore a chain of similar pictures does not join different
/// ones.
///
/// Pictures are found by four tables, each by one quarter of the hash. If two hashes differ in six
/// bits, one of their quarters differs in one bit at most. So 68 entries of the tables are examined
/// for each rotation of a picture.
///
/// Cost: half a second for 100,000 different pictures; 52 bytes for each picture, in addition to
/// the pictures themselves.
package struct NearSearch {
    /// A picture.
    package struct Picture: Hashable, Sendable {
        /// The hashes of its four rotations, the upright one first.
        package let rotations: [PictureHash]
        /// The width divided by the height.
        package let aspect: Double

        /// Creates a picture with its hashes.
        package init(rotations: [PictureHash], aspect: Double) {
            self.rotations = rotations
            self.aspect = aspect
        }
    }

    /// The part by which the aspects of two pictures that look the same may differ.
    private static let aspectTolerance = 0.02

    private let pictures: [Picture]
    private let tables: [Table]
    private var isTaken: [Bool]
    /// The next picture that can be the centre of a group.
    private var centre = 0
    /// The groups by the positions of their pictures, in the order of their centres.
    ///
    /// The first of a group is its centre, and the others are in order.
    package private(set) var groups: [[Int]] = []

    /// Creates a search that has compared nothing yet.
    ///
    /// - Parameter pictures: the pictures, the best one first.
    package init(_ pictures: [Picture]) {
        self.pictures = pictures
        isTaken = Array(repeating: false, count: pictures.count)
        tables = (0..<4).map { Table(pictures, quarter: $0) }
    }

    /// Compares the next pictures with all others; returns whether the search is complete.
    package mutating func advance(by count: Int) -> Bool {
        let end = min(centre + count, pictures.count)
        while centre < end {
            if !isTaken[centre] { addGroup() }
            centre += 1
        }
        return centre == pictures.count
    }

    private mutating func addGroup() {
        let picture = pictures[centre]
        var members: Set<Int> = []
        for (turn, hash) in picture.rotations.enumerated() {
            let aspect = turn.isMultiple(of: 2) ? picture.aspect : 1 / picture.aspect
            for table in tables {
                table.forEachNear(hash) { other in
                    guard other > centre, !isTaken[other],
                        Self.areEqual(aspect, pictures[other].aspect)
                    else { return }
                    members.insert(other)
                }
            }
        }
        guard !members.isEmpty else { return }
        for member in members { isTaken[member] = true }
        groups.append([centre] + members.sorted())
    }

    private static func areEqual(_ left: Double, _ right: Double) -> Bool {
        abs(left - right) <= aspectTolerance * max(left, right)
    }

    /// The upright hashes in the order of one of their quarters.
    private struct Table {
        private static let size = 1 << 16
        private let quarter: UInt64
        /// The position in `hashes` at which the hashes of each value begin.
        private var starts: [Int32]
        private var hashes: [PictureHash]
        /// The positions of the pictures of `hashes`.
        private var positions: [Int32]

        init(_ pictures: [Picture], quarter: Int) {
            self.quarter = UInt64(16 * quarter)
            starts = Array(repeating: 0, count: Self.size + 1)
            hashes = Array(repeating: PictureHash(bits: 0), count: pictures.count)
            positions = Array(repeating: 0, count: pictures.count)
            for picture in pictures { starts[value(of: picture.rotations[0]) + 1] += 1 }
            for value in 0..<Self.size { starts[value + 1] += starts[value] }
            var next = starts
            for (position, picture) in pictures.enumerated() {
                let value = value(of: picture.rotations[0])
                hashes[Int(next[value])] = picture.rotations[0]
                positions[Int(next[value])] = Int32(position)
                next[value] += 1
            }
        }

        private func value(of hash: PictureHash) -> Int { Int(hash.bits >> quarter & 0xFFFF) }

        /// Calls `body` for the pictures that are near, and have nearly the same quarter.
        func forEachNear(_ hash: PictureHash, _ body: (Int) -> Void) {
            let value = value(of: hash)
            for number in 0...16 {
                let other = number == 16 ? value : value ^ 1 << number
                var index = Int(starts[other])
                let end = Int(starts[other + 1])
                while index < end {
                    if hash.distance(to: hashes[index]) <= PictureHash.tolerance {
                        body(Int(positions[index]))
                    }
                    index += 1
                }
            }
        }
    }
}
