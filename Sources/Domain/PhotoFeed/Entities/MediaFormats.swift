/// The file formats of a feed, recognized by the extensions of the names.
///
/// The case of ASCII letters is ignored, and no file is opened: a name does not prove what a file
/// contains.
public enum MediaFormats {
    /// Whether a file of this name is a photo or a video.
    public static func isMedia(_ name: String) -> Bool {
        `extension`(of: name.utf8)
            .map { pictures.contains($0) || raw.contains($0) || videos.contains($0) } ?? false
    }

    /// Whether a file of this name is a still picture of which servers usually make thumbnails.
    public static func hasThumbnail(_ name: String) -> Bool {
        `extension`(of: name.utf8).map(pictures.contains) ?? false
    }

    /// Whether a file of this name is a video.
    package static func isVideo(_ name: String) -> Bool {
        `extension`(of: name.utf8).map(videos.contains) ?? false
    }

    /// Whether a file whose name has these bytes is a video.
    package static func isVideo(_ name: UnsafeRawBufferPointer) -> Bool {
        `extension`(of: name).map(videos.contains) ?? false
    }

    /// Returns the extension in lower case, at most seven bytes, packed into a number.
    ///
    /// It is called for every file of an account, so it reads only the last bytes and allocates
    /// nothing. A name that consists of an extension alone is that of a hidden file, and has no
    /// extension.
    @inline(__always)
    private static func `extension`(
        of name: some BidirectionalCollection<UInt8>
    ) -> UInt64? {
        var packed: UInt64 = 0
        var shift: UInt64 = 0
        var index = name.endIndex
        while index != name.startIndex {
            index = name.index(before: index)
            let byte = name[index]
            if byte == UInt8(ascii: ".") { return index == name.startIndex ? nil : packed }
            guard shift < 56 else { return nil }
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            packed |= UInt64(isCapital ? byte | 0x20 : byte) << shift
            shift += 8
        }
        return nil
    }

    // Many servers make no thumbnails of HEIC, but a request is the only way to know.
    private static let pictures = packed("jpg jpeg png tiff tif gif webp ppm bmp heic heif")
    private static let raw = packed("avif jxl raw dng cr2 cr3 nef arw raf orf rw2 pef srw")
    private static let videos = packed(
        "mp4 m4v mov avi mkv webm mts m2ts mpg mpeg wmv 3gp 3g2 flv ogv vob")

    private static func packed(_ extensions: String) -> Set<UInt64> {
        Set(extensions.split(separator: " ").map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })
    }
}
