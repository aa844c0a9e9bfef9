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
}
