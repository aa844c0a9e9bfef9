/// The format of a picture or a video.
package enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, heif, avif, jpegXL, png, webp, gif, bmp
    /// TIFF, and the raw formats that are based on it: DNG, CR2, NEF, ARW and others.
    case tiff
    /// RAF: a JPEG file and a raw picture.
    case fujiRaw
    /// CR3: EXIF in the boxes of a movie file.
    case canonRaw
    /// MOV, MP4 and their relatives.
    case quickTime

    /// Whether the file is a moving picture.
    package var isVideo: Bool { self == .quickTime }

    /// Recognizes a format by the first bytes of a file, unless a list of brands tells it.
    init?(_ head: Fields) {
        if head.number(0, 3) == 0xFF_D8FF {
            self = .jpeg
        } else if head.number(0, 8) == 0x8950_4E47_0D0A_1A0A {
            self = .png
        } else if head.matches("RIFF"), head.matches("WEBP", at: 8) {
            self = .webp
        } else if head.matches("GIF87a") || head.matches("GIF89a") {
            self = .gif
        } else if head.matches("FUJIFILMCCD-RAW") {
            self = .fujiRaw
        } else if head.number(0, 2) == 0xFF0A || head.matches("\0\0\0\u{C}JXL \r\n") {
            self = .jpegXL
        } else if TIFFHead(head) != nil {
            self = .tiff
        } else if head.matches("BM"), head.number(6, 4) == 0, head.number(15, 3) == 0 {
            // The reserved bytes, and the length of a header of less than 256 bytes.
            self = .bmp
        } else {
            return nil
        }
    }

    /// The formats by the brands in the box `ftyp` of a file.
    ///
    /// A file has a major brand and compatible ones. The first list that has the major brand
    /// decides, and otherwise the first one that has any of its brands: the brands of coded
    /// pictures stand before those of their structure, which HEIF and AVIF have both, and those of
    /// pictures before those of movies, because HEIF files name the latter, too.
    static let brands: [(format: MediaFormat, brands: [FourCharacters])] = [
        (.canonRaw, ["crx "]),
        // AV1 Image File Format, sections 8 and 9
        (.avif, ["avif", "avis", "MA1A", "MA1B"]),
        // ISO/IEC 23008-12, annex B; ISO/IEC 23000-22 (MIAF)
        (.heif, ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "MiHE", "MiHB"]),
        (.heif, ["mif1", "mif2", "msf1", "miaf", "MiHA", "MiPr"]),
        // ISO/IEC 14496-12, annex E, and -14; QuickTime File Format; 3GPP TS 26.244
        (
            .quickTime,
            [
                "qt  ", "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9",
                "avc1", "mp41", "mp42", "mp71", "M4V ", "M4VH", "M4VP", "MSNV", "XAVC", "dash",
                "3gp4", "3gp5", "3gp6", "3gp7", "3gp8", "3gp9", "3ge6", "3ge7", "3gg6", "3g2a",
                "3g2b", "3g2c", "mmp4", "f4v ", "mqt ",
            ]
        ),
    ]
}
