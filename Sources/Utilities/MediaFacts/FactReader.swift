/// Reads the facts of one file; the formats are extensions.
///
/// No function calls itself: each format has a fixed depth, and a list of directories is a queue.
struct FactReader {
    var reader: BoundedReader
    var facts = MediaFacts(format: .jpeg)
    /// The size of the picture as its camera states it in EXIF, which an editor may not correct.
    var statedSize: (width: Int64?, height: Int64?)

    init(_ source: some ByteSource) { reader = BoundedReader(source) }

    /// Reads all facts; `nil` if the format is unknown.
    mutating func read() -> MediaFacts? {
        let headLength = min(12, reader.whole.upperBound)
        guard let head = reader.bytes(0..<headLength), let format = MediaFormat(head) else {
            return nil
        }
        facts = MediaFacts(format: format)
        switch format {
        case .jpeg: readJPEG()
        case .png: readPNG()
        case .webp: readWebP()
        case .tiff: readTIFF(in: reader.whole)
        case .heif, .avif: readHEIF()
        case .canonRaw: readCanonRaw()
        case .quickTime: readQuickTime()
        }
        facts.storedSize = facts.storedSize ?? PixelSize(statedSize.width, statedSize.height)
        facts.isPartial = reader.isCut
        return facts
    }
}
