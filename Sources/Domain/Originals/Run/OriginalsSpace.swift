/// The space of the disk on which a run stores originals.
struct OriginalsSpace {
    /// The free bytes before the first download.
    let free: Int64

    /// The bytes that a run leaves free: 1 GiB, or 2 % of the free space if that is less.
    var reserve: Int64 { min(1 << 30, free / 50) }

    /// Whether the reserve stays free after `bytes` bytes; always true if none are stored.
    func suffices(for bytes: Int64) -> Bool { bytes <= 0 || bytes <= free - reserve }
}
