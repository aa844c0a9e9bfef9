import JSONReading
import PhotoFeed

extension MediaInfo {
    /// Reads a `media_info`: `nil` while Dropbox has not looked into the file yet, and for a kind
    /// that this program has not heard of.
    static func dropbox(_ reader: inout JSONReader) throws(JSONError) -> MediaInfo? {
        if try reader.null() { return nil }
        var info: MediaInfo?
        try reader.object { reader, field throws(JSONError) in
            if field == "metadata" { info = try details(&reader) } else { try reader.skip() }
        }
        return info
    }

    private static func details(_ reader: inout JSONReader) throws(JSONError) -> MediaInfo? {
        var tag: String?
        var dimensions: Dimensions?
        var location: Location?
        var timeTaken: FeedTime?
        var duration: Int64?
        try reader.object { reader, field throws(JSONError) in
            switch field {
            case ".tag": try reader.once(&tag)
            case "dimensions":
                let pair = try numbers("width", "height", &reader)
                guard let width = Int64(exactly: pair.0), let height = Int64(exactly: pair.1)
                else { throw reader.badValue("not whole numbers") }
                dimensions = Dimensions(width: width, height: height)
            case "location":
                let pair = try numbers("latitude", "longitude", &reader)
                location = Location(latitude: pair.0, longitude: pair.1)
            case "time_taken": try DropboxEntry.time(&timeTaken, &reader)
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
