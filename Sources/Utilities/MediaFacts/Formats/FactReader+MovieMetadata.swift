/// The texts of a movie about its camera, its place and its date.
extension FactReader {
    /// A fact that a text of a movie gives.
    enum MovieFact { case make, model, date, place, contentIdentifier }

    /// The forms of texts in user data.
    private enum TextForm {
        /// The length in two bytes, the language in two bytes, and the text.
        case counted
        /// The text alone, or behind a version and a language of 3GPP (TS 26.244, section 8.2).
        case plain
    }

    /// The boxes of user data and of iTunes with texts: QuickTime File Format, "User data atoms",
    /// and what cameras write.
    private static let texts: [FourCharacters: (fact: MovieFact, form: TextForm)] = [
        "\u{A9}mak": (.make, .counted), "\u{A9}mod": (.model, .counted),
        "\u{A9}day": (.date, .counted), "\u{A9}xyz": (.place, .counted),
        // Ricoh Theta
        "@mak": (.make, .counted), "@mod": (.model, .counted), "@day": (.date, .counted),
        "@xyz": (.place, .counted),
        // Canon and Samsung
        "manu": (.make, .plain), "modl": (.model, .plain), "CNMN": (.model, .plain),
        "cmnm": (.model, .plain), "date": (.date, .plain),
        // Dashcams, and DJI
        "IDIT": (.date, .plain), "\u{A9}mdl": (.model, .plain),
    ]

    /// The keys of QuickTime ("Metadata keys", behind `com.apple.quicktime.`) and of Android.
    private static let keys: [String: MovieFact] = [
        "make": .make, "model": .model, "creationdate": .date, "location.ISO6709": .place,
        "content.identifier": .contentIdentifier, "com.android.manufacturer": .make,
        "com.android.model": .model,
    ]

    /// Reads the box of user data, with texts, or with boxes of metadata.
    mutating func readUserData(_ body: Range<Int64>) {
        for box in boxes(in: body) {
            switch box.type {
            case "meta": readMetadata(box.body)
            case "loci": readLocation(box.body)
            case "XMP_": readXMP(in: box.body)
            default:
                let length = min(box.body.upperBound - box.body.lowerBound, Int64(FactLimits.value))
                guard let (fact, form) = Self.texts[box.type],
                    let bytes = reader.bytes(at: 0, count: Int(length), in: box.body)
                else { continue }
                switch form {
                case .counted:
                    guard let count = bytes.uint16(0), count <= bytes.count - 4 else { continue }
                    take(fact, FactText.clean(bytes.bytes.dropFirst(4).prefix(count)))
                case .plain: take(fact, bytes.text(from: bytes.uint32(0) == 0 ? 6 : 0))
                }
            }
        }
    }

    /// Reads the place in the form of 3GPP (TS 26.244, 8.8): numbers of 16.16 behind a name.
    private mutating func readLocation(_ body: Range<Int64>) {
        let length = min(body.upperBound - body.lowerBound, Int64(FactLimits.value))
        guard let fields = reader.bytes(at: 0, count: Int(length), in: body),
            let end = fields.bytes.dropFirst(6).firstIndex(of: 0),
            let longitude = fields.int32(end + 2), let latitude = fields.int32(end + 6)
        else { return }
        found.place.take(
            MediaPlace(
                latitude: Double(latitude) / 65_536, longitude: Double(longitude) / 65_536),
            from: .movie)
    }

    /// Reads metadata as a list of keys, and a list of values that refer to them by number.
    mutating func readMetadata(_ body: Range<Int64>) {
        // In MP4, the box has a version; in MOV, it has none.
        let isPlain = reader.bytes(at: 4, count: 4, in: body)?.matches("hdlr") ?? false
        guard let content = body.rest(from: isPlain ? 0 : 4) else { return }
        let parts = boxes(in: content)
        let keys = parts.first { $0.type == "keys" }.map { readKeys($0.body) } ?? []
        guard let list = parts.first(where: { $0.type == "ilst" })?.body else { return }
        for item in boxes(in: list) {
            let index = Int(item.type.number) - 1
            let fact = keys.indices.contains(index) ? keys[index] : Self.texts[item.type]?.fact
            guard let fact,
                let data = boxes(in: item.body).first(where: { $0.type == "data" })?.body,
                data.upperBound - data.lowerBound <= Int64(FactLimits.value)
            else { continue }
            take(fact, reader.bytes(data)?.text(from: 8))
        }
    }

    private mutating func readKeys(_ body: Range<Int64>) -> [MovieFact?] {
        guard let list = body.rest(from: 8) else { return [] }
        let prefix = "com.apple.quicktime."
        return boxes(in: list).map { box in
            guard box.body.upperBound - box.body.lowerBound <= 256,
                let key = reader.bytes(box.body)?.text()
            else { return nil }
            return Self.keys[key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key]
        }
    }

    private mutating func take(_ fact: MovieFact, _ value: String?) {
        switch fact {
        case .make: found.make.take(value, from: .movie)
        case .model: found.model.take(value, from: .movie)
        case .date: found.take(TimeText.moment(value), from: .movie)
        case .place: found.place.take(PlaceText.place(value), from: .movie)
        case .contentIdentifier: facts.contentIdentifier = facts.contentIdentifier ?? value
        }
    }
}
