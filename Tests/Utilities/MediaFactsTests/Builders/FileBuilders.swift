/// Builds small files of the formats around EXIF and XMP.
enum JPEGBuilder {
    static func bytes(
        exif: [UInt8]? = nil, xmp: String? = nil, width: Int = 640, height: Int = 480,
        head: [UInt8] = [], trailer: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8] + head
        bytes += segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        if let exif { bytes += segment(0xE1, Array("Exif\0\0".utf8) + exif) }
        if let xmp { bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8)) }
        bytes += segment(0xDB, [0] + Array(repeating: 1, count: 64))
        bytes += segment(0xC0, [8] + bigEndian(height, 2) + bigEndian(width, 2) + [1, 1, 0x11, 0])
        bytes += segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0, 0, 0xFF, 0xD9]
        return bytes + trailer
    }

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + bigEndian(body.count + 2, 2) + body
    }
}

enum PNGBuilder {
    static func bytes(exif: [UInt8]) -> [UInt8] { bytes(("eXIf", exif)) }

    /// A file with some chunks before those of the picture.
    static func bytes(_ chunks: (type: String, body: [UInt8])...) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(300, 4) + bigEndian(200, 4) + [8, 2, 0, 0, 0])
            + chunks.flatMap { chunk($0.type, $0.body) } + chunk("IDAT", [0]) + chunk("IEND", [])
    }

    /// The text of a raw profile, as ImageMagick writes it.
    static func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let digits: [UInt8] = bytes.flatMap { byte in
            [byte >> 4, byte & 15].map { $0 < 10 ? $0 + 48 : $0 + 87 }
        }
        var text = Array("\n\(name)\n    \(bytes.count)\n".utf8)
        for start in stride(from: 0, to: digits.count, by: 72) {
            text += digits[start..<min(start + 72, digits.count)]
            text.append(0x0A)
        }
        return text
    }

    /// Data in the format zlib without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let block = littleEndian(bytes.count, 2) + littleEndian(bytes.count ^ 0xFFFF, 2) + bytes
        return [0x78, 0x01, 1] + block + bigEndian(high, 2) + bigEndian(low, 2)
    }

    /// Few bytes that are decompressed to `count` zero bytes at least.
    static func bomb(of count: Int) -> [UInt8] {
        // A block of fixed codes: a literal, and then copies of 258 bytes. Each has the 8 bits of
        // its length, the 5 bits of its distance, which is 1 at first, and 7 bits that add to it.
        var bits = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0] + [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
        for _ in 0..<count / 258 {
            bits += [1, 1, 0, 0, 0, 1, 0, 1] + [1, 0, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0]
        }
        bits += Array(repeating: 0, count: 8 + 7 - (bits.count + 7) % 8)
        return [0x78, 0x01]
            + stride(from: 0, to: bits.count - 7, by: 8).map { start in
                (0..<8).reduce(0) { $0 | UInt8(bits[start + $1]) << UInt8($1) }
            }
    }

    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + body
        return bigEndian(body.count, 4) + content + bigEndian(Int(crc(content)), 4)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in
                crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1
            }
        }
    }
}

enum WebPBuilder {
    static func bytes(exif: [UInt8], xmp: String) -> [UInt8] {
        let chunks =
            chunk("VP8X", [0x0C, 0, 0, 0] + littleEndian(299, 3) + littleEndian(199, 3))
            + chunk("VP8L", [0x2F] + littleEndian(299 | 199 << 14, 4) + [0, 0, 0, 0, 0, 0])
            + chunk("EXIF", exif) + chunk("XMP ", Array(xmp.utf8))
        return Array("RIFF".utf8) + littleEndian(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        Array(type.utf8) + littleEndian(body.count, 4) + body
            + Array(repeating: 0, count: body.count % 2)
    }
}

/// The XMP of motion photos, in the forms of several cameras and programs.
enum SampleXMP {
    static func container(_ length: Int) -> String {
        packet(
            #"<rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/""#
                + #" xmlns:Container="http://ns.google.com/photos/1.0/container/""#
                + #" xmlns:Item="http://ns.google.com/photos/1.0/container/item/""#
                + #" GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1">"#
                + "<Container:Directory><rdf:Seq>"
                + #"<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg""#
                + #" Item:Semantic="Primary"/></rdf:li>"#
                + #"<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4""#
                + #" Item:Semantic="MotionPhoto" Item:Length="\#(length)"/></rdf:li>"#
                + "</rdf:Seq></Container:Directory></rdf:Description>")
    }

    /// The camera, the place and the dates of a picture.
    static let facts = description(
        [
            ("tiff:Make", "Apple"), ("tiff:Model", "iPhone 15 Pro"),
            ("exif:GPSLatitude", "33,51.42084S"), ("exif:GPSLongitude", "151,12,30.6E"),
            ("exif:DateTimeOriginal", "2024-02-29T23:58:07.125+05:30"),
        ])

    /// A packet whose description has some properties as attributes.
    static func description(_ properties: [(name: String, value: String)]) -> String {
        packet("<rdf:Description \(attributes(properties))/>")
    }

    static func attributes(_ properties: [(name: String, value: String)]) -> String {
        let names = [
            "exif": "http://ns.adobe.com/exif/1.0/", "tiff": "http://ns.adobe.com/tiff/1.0/",
            "photoshop": "http://ns.adobe.com/photoshop/1.0/",
            "xmp": "http://ns.adobe.com/xap/1.0/",
        ]
        return names.map { "xmlns:\($0.key)=\"\($0.value)\"" }.sorted().joined(separator: " ")
            + properties.map { " \($0.name)=\"\($0.value)\"" }.joined()
    }

    static func microVideo(_ length: Int) -> String {
        packet(
            #"<rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">"#
                + "<GCamera:MicroVideo>1</GCamera:MicroVideo>"
                + "<GCamera:MicroVideoOffset>\(length)</GCamera:MicroVideoOffset>"
                + "</rdf:Description>")
    }

    static func packet(_ content: String) -> String {
        #"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>"#
            + #"<x:xmpmeta xmlns:x="adobe:ns:meta/">"#
            + #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
            + content + #"</rdf:RDF></x:xmpmeta><?xpacket end="w"?>"#
    }
}
