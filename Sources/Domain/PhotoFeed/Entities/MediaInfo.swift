/// The metadata of a photo or a video; each part may be unknown.
///
/// A server has found it, or it was read from the original file.
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

    /// The camera, by its maker and model.
    public struct Camera: Hashable, Sendable {
        /// The maker, such as `NIKON CORPORATION`.
        public let make: String?
        /// The model, such as `NIKON D750`.
        public let model: String?

        /// Creates a camera; `nil` if both parts are unknown.
        public init?(make: String?, model: String?) {
            guard make != nil || model != nil else { return nil }
            self.make = make
            self.model = model
        }

        /// The name for display: the model, after the maker unless the model begins with it.
        public var name: String {
            guard let make, let model else { return model ?? make ?? "" }
            let word = make.lowercased().split(separator: " ").first ?? ""
            return model.lowercased().hasPrefix(word) ? model : "\(make) \(model)"
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
    /// The seconds by which that clock was ahead of UTC; servers do not state them.
    public let zoneOffset: Int?
    /// The duration of a video in milliseconds.
    public let durationMilliseconds: Int64?
    /// The camera; only the file states it.
    public let camera: Camera?
    /// The identifier that a camera has given to both files of a live photo.
    public let contentIdentifier: String?
    /// The number of bytes of the movie at the end of a motion photo.
    public let motionLength: Int64?
    /// Whether the whole original file was available to the reader.
    public let isOfOriginal: Bool

    /// Creates the metadata of a photo or video.
    public init(
        kind: Kind, dimensions: Dimensions? = nil, location: Location? = nil,
        timeTaken: CameraTime? = nil, zoneOffset: Int? = nil, durationMilliseconds: Int64? = nil,
        camera: Camera? = nil, contentIdentifier: String? = nil, motionLength: Int64? = nil,
        isOfOriginal: Bool = false
    ) {
        self.kind = kind
        self.dimensions = dimensions
        self.location = location
        self.timeTaken = timeTaken
        self.zoneOffset = zoneOffset
        self.durationMilliseconds = durationMilliseconds
        self.camera = camera
        self.contentIdentifier = contentIdentifier
        self.motionLength = motionLength
        self.isOfOriginal = isOfOriginal
    }
}

extension MediaInfo {
    /// The time zone of the camera's clock, such as `+05:30`; `nil` if it is unknown.
    public var zone: String? {
        zoneOffset.map { offset in
            let minutes = (offset.magnitude / 60) % (100 * 60)
            func digits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
        }
    }
}
