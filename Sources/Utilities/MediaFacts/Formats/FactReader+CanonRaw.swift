/// CR3, the raw format of Canon: TIFF structures in boxes that Canon has defined.
extension FactReader {
    private static let canon: [UInt64?] = [0x85C0_B687_820F_11E0, 0x8111_F4CE_462B_6A48]

    /// Reads the structures in the box of Canon.
    mutating func readCanonRaw(_ movie: Range<Int64>) {
        for box in boxes(in: movie) where box.type == "uuid" {
            guard let name = reader.bytes(at: 0, count: 16, in: box.body),
                [name.number(0, 8), name.number(8, 8)] == Self.canon,
                let content = box.body.rest(from: 16)
            else { continue }
            for part in boxes(in: content) {
                switch part.type {
                case "CMT1": readTIFF(in: part.body)
                case "CMT2": readTIFF(in: part.body, as: .exif)
                case "CMT4": readTIFF(in: part.body, as: .gps)
                default: break
                }
            }
        }
    }
}
