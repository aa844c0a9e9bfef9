import XMLReading

/// XMP (ISO 16684-1): the properties of motion photos, which Google has defined.
extension FactReader {
    /// Reads the length of the movie of a motion photo from an XMP packet.
    mutating func readXMP(in region: Range<Int64>) {
        let length = region.upperBound - region.lowerBound
        guard facts.motionLength == nil, length <= Int64(FactLimits.packet),
            let packet = reader.bytes(region)
        else { return }
        var properties = MotionProperties()
        var xml = XMLReader()
        // The properties before an error count.
        try? xml.read(packet.bytes, attribute: { properties.add($0, $1) }) { event in
            properties.add(event)
        }
        guard let motion = properties.length, motion > 0, motion < reader.whole.upperBound else {
            return
        }
        facts.motionLength = motion
    }
}

/// The properties of a motion photo in an XMP packet, as attributes or as elements.
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
