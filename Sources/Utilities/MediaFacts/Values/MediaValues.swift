package import TextFormats

/// The width and height of a picture in pixels; both are positive.
package struct PixelSize: Hashable, Sendable {
    package let width: Int64
    package let height: Int64

    /// The largest side that is believed.
    private static let limit: Int64 = 1 << 20

    init(width: Int64, height: Int64) {
        self.width = width
        self.height = height
    }

    /// Creates the size; `nil` if a side is missing, not positive, or impossible.
    init?(_ width: Int64?, _ height: Int64?) {
        guard let width, let height, (1...Self.limit).contains(width),
            (1...Self.limit).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

/// The place where a picture was taken, in degrees.
package struct MediaPlace: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    package let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    package let longitude: Double

    /// Creates the place; `nil` if it does not exist.
    ///
    /// The point 0, 0 in the sea is what devices write that do not know their place.
    init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The time on a camera's clock when a picture was taken.
package struct TakenTime: Hashable, Sendable {
    /// The date and time on the clock.
    package internal(set) var time: CivilTime
    /// The fraction of the second, in nanoseconds.
    package internal(set) var nanoseconds: Int?
    /// The seconds by which the clock is ahead of UTC.
    package internal(set) var offsetSeconds: Int?

    /// The instant in seconds since 1970; `nil` if the clock's time zone is unknown.
    package var secondsSinceEpoch: Int64? {
        offsetSeconds.map { time.secondsSinceEpoch - Int64($0) }
    }
}
