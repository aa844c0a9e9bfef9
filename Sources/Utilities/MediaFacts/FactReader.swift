/// Reads the facts of one file; the formats are extensions.
///
/// No function calls itself: each format has a fixed depth, and a list of directories is a queue.
struct FactReader {
    var reader: BoundedReader
    var facts = MediaFacts(format: .jpeg)
    /// The facts that several parts of the file may state.
    var found = FoundFacts()
    /// The length of the file, also while decoded bytes are read.
    let fileLength: Int64

    init(_ source: some ByteSource) {
        reader = BoundedReader(source)
        fileLength = max(0, source.length)
    }

    /// Reads all facts; `nil` if the format is unknown.
    mutating func read() -> MediaFacts? {
        guard let format = recognize() else { return nil }
        facts = MediaFacts(format: format)
        switch format {
        case .jpeg: readJPEG(in: reader.whole)
        case .png: readPNG()
        case .webp: readWebP()
        case .gif: readGIF()
        case .bmp: readBMP()
        case .tiff: readTIFF(in: reader.whole)
        case .fujiRaw: readFujiRaw()
        case .heif, .avif: readHEIF()
        case .jpegXL: readJPEGXL()
        case .canonRaw, .quickTime: readMovie()
        }
        facts.storedSize = facts.storedSize ?? facts.statedSize
        (facts.make, facts.model) = (found.make.value, found.model.value)
        (facts.place, facts.taken) = (found.place.value, found.taken)
        facts.isPartial = reader.isCut
        return facts
    }

    /// Reads metadata that is stored in an encoded form, such as compressed.
    mutating func reading(decoded bytes: [UInt8], _ body: (inout FactReader) -> Void) {
        let (outer, thumbnail) = (reader, facts.thumbnail)
        reader = outer.reading(bytes)
        body(&self)
        reader = outer.continued(after: reader)
        // A position in the decoded bytes is not one in the file.
        facts.thumbnail = thumbnail
    }
}
