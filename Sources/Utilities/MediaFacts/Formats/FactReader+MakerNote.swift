/// The maker note of Apple's cameras: a directory whose positions count from its own beginning.
extension FactReader {
    private static let mark: StaticString = "Apple iOS\0"
    private static let contentIdentifier = 17

    /// Reads the content identifier, if the note is Apple's.
    mutating func readMakerNote(_ entry: TIFFEntry, in region: Range<Int64>) {
        guard entry.length > 14, let position = entry.position,
            let note = region.part(at: position, count: entry.length),
            let head = reader.bytes(at: 0, count: 14, in: note), head.matches(Self.mark)
        else { return }
        let order = TIFFHead(isLittleEndian: head.matches("II", at: 12))
        guard let entries = directory(at: 14, in: note, order)?.list,
            let entry = entries.first(where: { $0.tag == Self.contentIdentifier })
        else { return }
        facts.contentIdentifier = value(entry, in: note)?.text
    }
}
