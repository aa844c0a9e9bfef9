import Digests

/// Pictures that are appended to a pack together.
package struct PackAppend {
    /// The number of the pack.
    package let pack: Int64
    /// The length of the pack before the append.
    package let start: Int64
    package private(set) var pictures: [[UInt8]] = []
    /// The length of the pack after the append.
    package private(set) var end: Int64

    init(to pack: Int64, at start: Int64) {
        self.pack = pack
        self.start = start
        end = start
    }

    /// Returns the location that `picture` gets if it is added next.
    func range(of picture: [UInt8]) -> PackRange {
        PackRange(
            pack: pack, offset: end, length: Int64(picture.count), checksum: XXH64.hash(picture))
    }

    mutating func add(_ picture: [UInt8]) {
        pictures.append(picture)
        end += Int64(picture.count)
    }
}
