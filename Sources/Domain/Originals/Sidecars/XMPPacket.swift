import Foundation
package import PhotoFeed
import TextFormats

/// The metadata of a photo or video as an XMP packet (ISO 16684-1), for a sidecar file.
///
/// darktable, digiKam and immich read the file `NAME.EXT.xmp` beside `NAME.EXT`. A packet contains
/// the facts that the library has stored, and nothing else:
///
/// | property | value |
/// |---|---|
/// | `exif:DateTimeOriginal`, `photoshop:DateCreated` | the camera's clock, without a zone |
/// | `xmp:ModifyDate` | the time of the last change, in UTC |
/// | `exif:GPSLatitude`, `exif:GPSLongitude` | the place |
/// | `tiff:ImageWidth`, `tiff:ImageLength` | the size in pixels |
/// | `xmpDM:duration` | the duration of a video |
/// | `xmpMM:PreservedFileName`, `dc:source`, `dc:identifier` | name, path and identifier |
/// | `photopark:…` | the account, kind, revision, size and content hash at the server |
package struct XMPPacket {
    private static let namespaces = [
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("exif", "http://ns.adobe.com/exif/1.0/"),
        ("photopark", "urn:photopark:xmp:1"),
        ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ("tiff", "http://ns.adobe.com/tiff/1.0/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"),
        ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
        ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
    ]

    /// The text of the packet up to the mark of a sidecar, which follows as a comment.
    let head: String
    /// The text after the mark.
    static let tail = "</x:xmpmeta>\n<?xpacket end=\"w\"?>\n"

    /// The whole packet, without a mark.
    package var text: String { head + Self.tail }

    /// Creates the packet of an item of the feed of `account`.
    package init(_ item: FeedItem, account: String) {
        let node = item.node
        var lines: [String] = []
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            guard let value else { return }
            lines.append("   <\(name)>\(Self.escaped(value.description))</\(name)>\n")
        }
        // A date of XMP without a zone states that the zone of the clock is unknown.
        let taken = node.mediaInfo?.timeTaken.map {
            $0.description + (node.mediaInfo?.zone ?? "")
        }
        add("exif:DateTimeOriginal", taken)
        add("photoshop:DateCreated", taken)
        add("xmp:ModifyDate", node.clientModified)
        if let place = node.mediaInfo?.location,
            let latitude = Self.angle(place.latitude, "N", "S"),
            let longitude = Self.angle(place.longitude, "E", "W")
        {
            add("exif:GPSLatitude", latitude)
            add("exif:GPSLongitude", longitude)
        }
        add("tiff:ImageWidth", node.mediaInfo?.dimensions?.width)
        add("tiff:ImageLength", node.mediaInfo?.dimensions?.height)
        if let duration = node.mediaInfo?.durationMilliseconds {
            lines.append(
                "   <xmpDM:duration rdf:parseType=\"Resource\">\n"
                    + "    <xmpDM:value>\(duration)</xmpDM:value>\n"
                    + "    <xmpDM:scale>1/1000</xmpDM:scale>\n   </xmpDM:duration>\n")
        }
        add("xmpMM:PreservedFileName", node.name)
        add("dc:source", item.displayPath)
        add("dc:identifier", node.id.rawValue)
        add("photopark:Account", account)
        add("photopark:Kind", node.kind.rawValue)
        add("photopark:Revision", node.revision)
        add("photopark:Size", node.size)
        add("photopark:ContentHash", node.contentHash)
        let namespaces = Self.namespaces.map { "\n    xmlns:\($0)=\"\($1)\"" }.joined()
        head =
            "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
            + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"PhotoPark\">\n"
            + " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
            + "  <rdf:Description rdf:about=\"\"\(namespaces)>\n" + lines.joined()
            + "  </rdf:Description>\n </rdf:RDF>\n"
    }

    /// Returns an angle as XMP writes it: degrees, and minutes with their fraction, `33,51.5N`.
    private static func angle(
        _ degrees: Double, _ positive: String, _ negative: String
    ) -> String? {
        guard degrees.isFinite, abs(degrees) <= 180 else { return nil }
        // In units of 1e-8 minutes, so that no part is rounded up to 60.
        let units = Int64((abs(degrees) * 60e8).rounded())
        let (whole, rest) = units.quotientAndRemainder(dividingBy: 6_000_000_000)
        let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 100_000_000)
        let digits = String(fraction)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        return "\(whole),\(minutes).\(padded)" + (degrees < 0 ? negative : positive)
    }

    /// Escapes untrusted text, and replaces the characters that XML 1.0 does not allow.
    private static func escaped(_ text: String) -> String {
        var allowed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            // A parser would turn a line end in a name into another one.
            let isForbidden =
                scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
            allowed.append(isForbidden ? "\u{FFFD}" : scalar)
        }
        return HTMLEscape.escape(String(allowed))
    }
}
