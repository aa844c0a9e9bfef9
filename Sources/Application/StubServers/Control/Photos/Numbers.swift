/// A pseudo-random number that depends on the two arguments only (SplitMix64).
package func mixed(_ seed: UInt64, _ value: Int) -> UInt64 {
    var mixed = seed &+ UInt64(bitPattern: Int64(value)) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}

/// Pads `digits` with leading zeros to `count` characters.
package func padded(_ digits: String, to count: Int) -> String {
    digits.utf8.count >= count
        ? digits : String(repeating: "0", count: count - digits.utf8.count) + digits
}
