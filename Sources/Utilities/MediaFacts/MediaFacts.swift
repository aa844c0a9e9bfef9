/// The facts that a picture or a video states about itself.
///
/// The bytes are untrusted: the reader checks every length and offset, reads at most a few
/// mebibytes in small parts, and terminates for every input. A fact that is wrong or cannot be read
/// is missing; it is not an error.
///
/// ```swift
/// let facts = FileBytes(descriptor: descriptor).flatMap(MediaFacts.init)
/// if let taken = facts?.taken { print(taken.time, taken.offsetSeconds ?? 0) }
///
/// // The beginning of a file is enough for most photos.
/// let early = MediaFacts(MemoryBytes(prefix: bytes, ofLength: length))
/// if let range = early?.thumbnail { /* a JPEG file at `range` */ }
/// ```
package struct MediaFacts: Hashable, Sendable {
    /// The format, by the first bytes of the file.
    package let format: MediaFormat
    /// The width and height of the picture as it is stored.
    package internal(set) var storedSize: PixelSize?
    /// The width and height that EXIF states, which programs that rotate or crop may leave as they
    /// were.
    package internal(set) var statedSize: PixelSize?
    /// The rotation and reflection for display, as in EXIF: 1 to 8.
    ///
    /// In HEIF files, the properties of the picture count. Its EXIF value only repeats them.
    package internal(set) var orientation: Int?
    /// The time at which the picture was taken, on the camera's clock.
    package internal(set) var taken: TakenTime?
    /// The instant at which a video was recorded, in seconds since 1970; some cameras use local
    /// time.
    package internal(set) var created: Int64?
    /// The duration of a video in milliseconds.
    package internal(set) var durationMilliseconds: Int64?
    /// The place where the picture was taken.
    package internal(set) var place: MediaPlace?
    /// The maker of the camera.
    package internal(set) var make: String?
    /// The model of the camera.
    package internal(set) var model: String?
    /// The identifier that Apple's cameras write into both files of a live photo.
    package internal(set) var contentIdentifier: String?
    /// The number of bytes of the movie at the end of a motion photo.
    package internal(set) var motionLength: Int64?
    /// The range of the JPEG file that EXIF contains as a thumbnail.
    ///
    /// It is inside the file. With a prefix, it may be outside the bytes that are available.
    package internal(set) var thumbnail: Range<Int64>?
    /// Whether a part that the reader asked for was not available, as with a prefix of a file.
    package internal(set) var isPartial = false

    init(format: MediaFormat) { self.format = format }

    /// The width and height of the picture as it is displayed.
    package var displaySize: PixelSize? {
        guard let orientation, orientation >= 5 else { return storedSize }
        return storedSize.map { PixelSize(width: $0.height, height: $0.width) }
    }
}
