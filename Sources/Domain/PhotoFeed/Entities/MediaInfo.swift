/// The metadata that a server found in a photo or a video; each part may be unknown.
public struct MediaInfo: Hashable, Sendable {
    /// The kind of the file: photo or video.
    public enum Kind: String, Sendable {
        /// A still picture.
        case photo
        /// A moving picture.
        case video
    }

    /// The width and height in pixels.
    public struct Dimensions: Hashable, Sendable {
        /// The number of pixels in a row.
        public let width: Int64
        /// The number of rows of pixels.
        public let height: Int64

        /// Creates dimensions of `width` by `height` pixels.
        public init(width: Int64, height: Int64) {
            self.width = width
            self.height = height
        }
    }

    /// The place where the picture was taken, in degrees.
    public struct Location: Hashable, Sendable {
        /// Degrees north of the equator.
        public let latitude: Double
        /// Degrees east of Greenwich.
        public let longitude: Double

        /// Creates the location at `latitude` and `longitude`.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The kind of the file: photo or video.
    public let kind: Kind
    /// The picture's size.
    public let dimensions: Dimensions?
    /// The place where the picture was taken.
    public let location: Location?
    /// The time at which the picture was taken, on the camera's own clock.
    public let timeTaken: CameraTime?
    /// The duration of a video in milliseconds.
    public let durationMilliseconds: Int64?

    /// Creates the metadata of a photo or video.
    public init(
        kind: Kind, dimensions: Dimensions? = nil, location: Location? = nil,
        timeTaken: CameraTime? = nil, durationMilliseconds: Int64? = nil
    ) {
        self.kind = kind
        self.dimensions = dimensions
        self.location = location
        self.timeTaken = timeTaken
        self.durationMilliseconds = durationMilliseconds
    }
}
