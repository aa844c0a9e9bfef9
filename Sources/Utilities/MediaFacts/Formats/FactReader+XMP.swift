import TextFormats

/// XMP (ISO 16684-1): the camera, the place, the dates, and the movie of a motion photo.
extension FactReader {
    /// Reads the properties of an XMP packet.
    mutating func readXMP(in region: Range<Int64>) {
        let length = min(region.upperBound - region.lowerBound, Int64(FactLimits.packet))
        guard let packet = reader.bytes(at: 0, count: Int(length), in: region) else { return }
        var properties = XMPProperties()
        var xml = XMLReader()
        // The properties before an error count.
        try? xml.read(packet.bytes, attribute: { properties.add($0, $1) }) { event in
            properties.add(event)
        }
        take(properties)
    }

    private mutating func take(_ properties: XMPProperties) {
        let values = properties.values
        found.make.take(values[.make], from: .xmp)
        found.model.take(values[.model], from: .xmp)
        found.take(TimeText.moment(values[.original]), from: .xmpOriginal)
        found.take(TimeText.moment(values[.dateCreated]), from: .xmpDateCreated)
        found.take(TimeText.moment(values[.digitized]), from: .xmpDigitized)
        found.take(TimeText.moment(values[.createDate]), from: .xmpCreateDate)
        if let latitude = PlaceText.degrees(values[.latitude], "N", "S"),
            let longitude = PlaceText.degrees(values[.longitude], "E", "W")
        {
            found.place.take(MediaPlace(latitude: latitude, longitude: longitude), from: .xmp)
        }
        if facts.motionLength == nil, let motion = properties.motion.length, motion > 0,
            motion < fileLength
        {
            facts.motionLength = motion
        }
    }
}

/// A property of XMP that gives a fact.
///
/// The names are those of the XMP Specification, Part 2, and of ISO 16684-1 for `xmp:`.
enum XMPProperty {
    case make, model, latitude, longitude, original, digitized, dateCreated, createDate

    private static let exif = "http://ns.adobe.com/exif/1.0/"
    private static let tiff = "http://ns.adobe.com/tiff/1.0/"

    static let table: [(property: XMPProperty, namespace: String, name: StaticString)] = [
        (.make, tiff, "Make"),
        (.model, tiff, "Model"),
        (.latitude, exif, "GPSLatitude"),
        (.longitude, exif, "GPSLongitude"),
        (.original, exif, "DateTimeOriginal"),
        (.digitized, exif, "DateTimeDigitized"),
        (.dateCreated, "http://ns.adobe.com/photoshop/1.0/", "DateCreated"),
        (.createDate, "http://ns.adobe.com/xap/1.0/", "CreateDate"),
    ]
}

/// The properties of a packet, as attributes or as elements.
private struct XMPProperties {
    /// The texts of the properties of the file itself.
    private(set) var values: [XMPProperty: String] = [:]
    private(set) var motion = MotionProperties()
    private var text = ""
    private var depth = 0
    /// The depth of `rdf:RDF`; below the descriptions in it are the properties of other files.
    private var root: Int?

    mutating func add(_ event: XMLEvent) {
        motion.add(event)
        switch event {
        case .start(let name):
            text = ""
            depth += 1
            if root == nil, name.matches("RDF", in: "http://www.w3.org/1999/02/22-rdf-syntax-ns#") {
                root = depth
            }
        case .text(let bytes): text = String(decoding: bytes, as: UTF8.self)
        case .end(let name):
            if depth == root.map({ $0 + 2 }) { set(name, text) }
            depth -= 1
            text = ""
        }
    }

    mutating func add(_ name: XMLName, _ value: String) {
        motion.add(name, value)
        if depth == root.map({ $0 + 1 }) { set(name, value) }
    }

    private mutating func set(_ name: XMLName, _ value: String) {
        let row = XMPProperty.table.first { name.matches($0.name, in: $0.namespace) }
        guard let property = row?.property, values[property] == nil else { return }
        values[property] = FactText.clean(value.utf8.prefix(FactLimits.value))
    }
}

/// The properties of a motion photo, which Google has defined.
private struct MotionProperties {
    private static let camera = "http://ns.google.com/photos/1.0/camera/"
    private static let container = "http://ns.google.com/photos/1.0/container/"
    private static let item = "http://ns.google.com/photos/1.0/container/item/"

    private var isMotion = false
    private var microOffset: Int64?
    private var semantic: String?
    private var itemLength: Int64?
    private var motionItem: Int64?
    private var text = ""

    /// The length of the movie; `nil` if the picture is not a motion photo.
    var length: Int64? { isMotion ? motionItem ?? microOffset : nil }

    mutating func add(_ event: XMLEvent) {
        switch event {
        case .start(let name):
            text = ""
            if name.matches("Item", in: Self.container) { (semantic, itemLength) = (nil, nil) }
        case .text(let bytes): text = String(decoding: bytes, as: UTF8.self)
        case .end(let name):
            if name.matches("Item", in: Self.container) {
                if semantic == "MotionPhoto" { motionItem = motionItem ?? itemLength }
            } else {
                add(name, text)
            }
            text = ""
        }
    }

    mutating func add(_ name: XMLName, _ value: String) {
        if name.matches("MotionPhoto", in: Self.camera)
            || name.matches("MicroVideo", in: Self.camera)
        {
            isMotion = isMotion || value == "1"
        } else if name.matches("MicroVideoOffset", in: Self.camera) {
            microOffset = Int64(value)
        } else if name.matches("Semantic", in: Self.item) {
            semantic = value
        } else if name.matches("Length", in: Self.item) {
            itemLength = Int64(value)
        }
    }
}
