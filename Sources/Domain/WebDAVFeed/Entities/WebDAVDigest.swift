/// A digest of a set of files, which does not depend on their order.
///
/// It detects changes, not manipulation: a malicious server can leave a change out.
struct WebDAVDigest: Hashable, Sendable {
    private(set) var sums: (UInt64, UInt64) = (0, 0)

    init(_ first: UInt64 = 0, _ second: UInt64 = 0) { sums = (first, second) }

    mutating func insert(_ member: WebDAVMember) {
        let hash = Self.hash(member)
        sums.0 &+= hash.0
        sums.1 &+= hash.1
    }

    mutating func remove(_ member: WebDAVMember) {
        let hash = Self.hash(member)
        sums.0 &-= hash.0
        sums.1 &-= hash.1
    }

    mutating func insert(_ other: WebDAVDigest) {
        sums.0 &+= other.sums.0
        sums.1 &+= other.sums.1
    }

    /// Two FNV-1a hashes of the path and the revision, with different beginnings.
    private static func hash(_ member: WebDAVMember) -> (UInt64, UInt64) {
        var first: UInt64 = 0xCBF2_9CE4_8422_2325
        var second: UInt64 = 0x9E37_79B9_7F4A_7C15
        func add(_ byte: UInt8) {
            first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
            second = (second ^ UInt64(byte)) &* 0x100_0000_01B3
            second ^= second >> 29
        }
        for byte in member.path.utf8 { add(byte) }
        add(0)
        // The state of a folder is that of its members.
        for byte in (member.isFolder ? "/" : member.revision).utf8 { add(byte) }
        return (first, second)
    }

    static func == (left: Self, right: Self) -> Bool { left.sums == right.sums }

    func hash(into hasher: inout Hasher) { hasher.combine(sums.0) }
}
