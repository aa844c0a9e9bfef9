/// Which files belong in a feed: what has a thumbnail on the server, or is a photo or video by its extension.
public enum MediaFormats {
    /// Whether a file of this name is a photo or a video.
    ///
    /// Asked once for every file of an account, so it looks at the last bytes and allocates nothing.
    public static func isMedia(_ name: String) -> Bool {
        var name = name
        return name.withUTF8(isMedia(utf8:))
    }

    /// Whether a file of this name is a photo or a video.
    public static func isMedia(utf8 name: UnsafeBufferPointer<UInt8>) -> Bool {
        var packed: UInt64 = 0
        var shift: UInt64 = 0
        for byte in name.reversed() {
            // A name that is nothing but an extension is a hidden file, and none of these.
            if byte == UInt8(ascii: ".") {
                return shift < UInt64(name.count - 1) * 8 && extensions.contains(packed)
            }
            guard shift < 64 - 8 else { return false }
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            packed |= UInt64(isCapital ? byte | 0x20 : byte) << shift
            shift += 8
        }
        return false
    }

    private static let extensions: Set<UInt64> = Set(
        """
        jpg jpeg png tiff tif gif webp ppm bmp heic heif avif jxl \
        raw dng cr2 cr3 nef arw raf orf rw2 pef srw \
        mp4 m4v mov avi mkv webm mts m2ts mpg mpeg wmv 3gp 3g2 flv ogv vob
        """.split(separator: " ").map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })
}
