/// What a server read out of a photo or a video; each part may be unknown.
public struct MediaInfo: Hashable, Sendable {
    /// A photo or a video.
    public enum Kind: String, Sendable {
        /// A still picture.
        case photo
        /// A moving picture.
        case video
    }

    /// Width and height in pixels.
    public struct Dimensions: Hashable, Sendable {
        /// Pixels in a row.
        public let width: Int64
        /// Rows of pixels.
        public let height: Int64

        /// A picture of `width` by `height` pixels.
        public init(width: Int64, height: Int64) {
            self.width = width
            self.height = height
        }
    }

    /// Where it was taken, in degrees.
    public struct Location: Hashable, Sendable {
        /// Degrees north of the equator.
        public let latitude: Double
        /// Degrees east of Greenwich.
        public let longitude: Double

        /// The place at `latitude` and `longitude`.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// A photo or a video.
    public let kind: Kind
    /// The picture's size.
    public let dimensions: Dimensions?
    /// Where it was taken.
    public let location: Location?
    /// When it was taken, by the camera's own clock.
    public let timeTaken: CameraTime?
    /// How long a video runs, in milliseconds.
    public let durationMilliseconds: Int64?

    /// What is known of a photo or video.
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
