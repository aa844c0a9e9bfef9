/// The limits of what is read from a file, whatever its bytes claim.
package enum FactLimits {
    /// The number of bytes that are read from a file.
    static let bytes = 4 << 20
    /// The number of bytes that are examined, which bounds the time.
    ///
    /// Offsets may point to the same bytes from many places, so that a part is examined often.
    static let examined = 32 << 20
    /// The number of times that a file is read from.
    static let reads = 8_192
    /// The number of bytes of one read, if not more are needed at once.
    static let window = 1 << 10
    /// The number of segments, chunks or boxes of one level that are examined.
    static let parts = 4_096
    /// The number of directories of a TIFF structure.
    static let directories = 32
    /// The number of entries of a directory.
    static let entries = 1_024
    /// The number of bytes at the beginning of a file with its brands.
    static let brands = 400
    /// The number of bytes of a text or of another value.
    static let value = 1_024
    /// The number of bytes of a table, such as that of the items of a HEIF file.
    static let table = 256 << 10
    /// The number of bytes of an XMP packet.
    static let packet = 256 << 10
    /// The number of bytes of EXIF or XMP as a text, before and after it is decompressed.
    static let profile = 512 << 10
    /// The number of bytes between the segments of a JPEG file that are skipped.
    static let junk = 64 << 10
}
