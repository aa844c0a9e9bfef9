import PhotoFeed
import TextFormats

extension MediaInfoState {
    /// Reads a `media_info`; an unknown kind results in `.nothing`.
    static func dropbox(_ reader: inout JSONReader) throws(JSONError) -> MediaInfoState {
        if try reader.null() { return .nothing }
        var answer = MediaInfoState.nothing
        try reader.object { reader, field throws(JSONError) in
            switch field {
            case ".tag": if try reader.string() == "pending" { answer = .pending }
            case "metadata":
                if let info = try MediaInfo.details(&reader) { answer = .known(info) }
            default: try reader.skip()
            }
        }
        return answer
    }
}

extension MediaInfo {
    fileprivate static func details(_ reader: inout JSONReader) throws(JSONError) -> MediaInfo? {
        var tag: String?
        var dimensions: Dimensions?
        var location: Location?
        var timeTaken: CameraTime?
        var duration: Int64?
        try reader.object { reader, field throws(JSONError) in
            switch field {
            case ".tag": try reader.readOnce(&tag)
            case "dimensions":
                let pair = try numbers("width", "height", &reader)
                guard let width = Int64(exactly: pair.0), let height = Int64(exactly: pair.1)
                else { throw reader.badValue("not whole numbers") }
                dimensions = Dimensions(width: width, height: height)
            case "location":
                let pair = try numbers("latitude", "longitude", &reader)
                location = Location(latitude: pair.0, longitude: pair.1)
            case "time_taken":
                if timeTaken != nil { throw reader.duplicate() }
                // The time is that of the camera's clock, although it ends with the `Z` of UTC.
                guard let time = FeedTime(utf8: try reader.text().utf8) else {
                    throw reader.badValue("not a time like 2015-05-12T15:50:38Z")
                }
                timeTaken = CameraTime(utc: time)
            case "duration": duration = try reader.integer()
            default: try reader.skip()
            }
        }
        guard let tag else { throw reader.missing(".tag") }
        return Kind(rawValue: tag).map {
            MediaInfo(
                kind: $0, dimensions: dimensions, location: location, timeTaken: timeTaken,
                durationMilliseconds: duration)
        }
    }

    private static func numbers(
        _ first: StaticString, _ second: StaticString, _ reader: inout JSONReader
    ) throws(JSONError) -> (Double, Double) {
        var values: (Double?, Double?) = (nil, nil)
        try reader.object { reader, field throws(JSONError) in
            if field == first {
                values.0 = try reader.double()
            } else if field == second {
                values.1 = try reader.double()
            } else {
                try reader.skip()
            }
        }
        guard let one = values.0 else { throw reader.missing("\(first)") }
        guard let other = values.1 else { throw reader.missing("\(second)") }
        return (one, other)
    }
}
