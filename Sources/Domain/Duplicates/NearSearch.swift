/// The search for pictures that look the same.
///
/// A group is a star: each member is near the best one. Pictures that are near one another only by
/// way of others are not in one group, so that no chain joins strangers.
///
/// Pictures are found by four tables of 16 bits: of seven bits that may differ at most six, one of
/// the quarters of the hash differs in at most one bit. So 68 entries of the tables are examined
/// for each rotation of a picture.
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

    /// Returns the groups of pictures that look the same, by their positions.
    ///
    /// Cost: about a second for 100,000 different pictures; 20 bytes for each.
    ///
    /// - Parameter pictures: the pictures, the best one first: the first of a group is its centre.
    /// - Returns: the groups in the order of their centres; the others of a group in order.
    package static func groups(of pictures: [Picture]) -> [[Int]] {
        let tables = Tables(pictures)
        var isTaken = [Bool](repeating: false, count: pictures.count)
        var groups: [[Int]] = []
        for (centre, picture) in pictures.enumerated() where !isTaken[centre] {
            var members: Set<Int> = []
            for (turn, hash) in picture.rotations.enumerated() {
                let aspect = turn.isMultiple(of: 2) ? picture.aspect : 1 / picture.aspect
                tables.forEachCandidate(of: hash) { other in
                    guard other > centre, !isTaken[other] else { return }
                    let isNear =
                        hash.distance(to: pictures[other].rotations[0]) <= PictureHash.tolerance
                    if isNear, areEqual(aspect, pictures[other].aspect) { members.insert(other) }
                }
            }
            guard !members.isEmpty else { continue }
            for member in members { isTaken[member] = true }
            groups.append([centre] + members.sorted())
        }
        return groups
    }

    private static func areEqual(_ left: Double, _ right: Double) -> Bool {
        abs(left - right) <= aspectTolerance * max(left, right)
    }

    /// The pictures by each quarter of their upright hashes.
    private struct Tables {
        private static let size = 1 << 16
        /// For each quarter, where the pictures of each value begin in `order`.
        private var starts: [[Int32]] = []
        private var order: [[Int32]] = []

        init(_ pictures: [Picture]) {
            for quarter in 0..<4 {
                var starts = [Int32](repeating: 0, count: Self.size + 1)
                for picture in pictures {
                    starts[Self.value(of: picture.rotations[0], quarter) + 1] += 1
                }
                for value in 0..<Self.size { starts[value + 1] += starts[value] }
                var next = starts
                var order = [Int32](repeating: 0, count: pictures.count)
                for (position, picture) in pictures.enumerated() {
                    let value = Self.value(of: picture.rotations[0], quarter)
                    order[Int(next[value])] = Int32(position)
                    next[value] += 1
                }
                self.starts.append(starts)
                self.order.append(order)
            }
        }

        private static func value(of hash: PictureHash, _ quarter: Int) -> Int {
            Int(hash.bits >> UInt64(16 * quarter) & 0xFFFF)
        }

        /// Calls `body` for all pictures within six bits, some of them repeatedly, and for others.
        func forEachCandidate(of hash: PictureHash, _ body: (Int) -> Void) {
            for quarter in 0..<4 {
                let value = Self.value(of: hash, quarter)
                forEach(quarter, value, body)
                for bit in 0..<16 { forEach(quarter, value ^ 1 << bit, body) }
            }
        }

        private func forEach(_ quarter: Int, _ value: Int, _ body: (Int) -> Void) {
            for index in Int(starts[quarter][value])..<Int(starts[quarter][value + 1]) {
                body(Int(order[quarter][index]))
            }
        }
    }
}
