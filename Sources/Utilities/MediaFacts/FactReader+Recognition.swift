/// The format of a file, by its bytes alone.
extension FactReader {
    /// Returns the format; `nil` if the bytes do not tell.
    mutating func recognize() -> MediaFormat? {
        let length = min(Int64(FactLimits.brands), reader.whole.upperBound)
        guard let head = reader.bytes(0..<min(18, length)) else { return nil }
        if let format = MediaFormat(head) { return format }
        guard Self.firstBoxes.contains(where: { head.matches($0, at: 4) }) else { return nil }
        return reader.bytes(0..<length).flatMap { MediaFormat.byBrands($0.bytes) }
            ?? formatOfBoxes()
    }

    /// The boxes that may begin a file: with a list of brands, or a movie without one.
    private static let firstBoxes: [StaticString] = [
        "ftyp", "moov", "mdat", "wide", "free", "skip", "pnot",
    ]

    /// The format of a file whose brands are unknown or missing, by what it contains: a picture, or
    /// a movie with a track of pictures.
    private mutating func formatOfBoxes() -> MediaFormat? {
        let whole = reader.whole
        var position: Int64 = 0
        for _ in 0..<FactLimits.parts {
            guard let box = box(at: position, in: whole) else { return nil }
            if box.type == "meta", let content = box.body.rest(from: 4),
                handler(in: content)?.matches("pict") ?? false
            {
                return .heif
            }
            if box.type == "moov" { return hasPictures(box.body) ? .quickTime : nil }
            position = box.end
        }
        return nil
    }

    private mutating func hasPictures(_ movie: Range<Int64>) -> Bool {
        boxes(in: movie).contains { box in
            guard box.type == "trak", let media = findBox("mdia", in: box.body) else {
                return false
            }
            return handler(in: media)?.matches("vide") ?? false
        }
    }

    /// The type of the content that the boxes of a region describe.
    mutating func handler(in region: Range<Int64>) -> Fields? {
        findBox("hdlr", in: region).flatMap { reader.bytes(at: 8, count: 4, in: $0) }
    }
}
