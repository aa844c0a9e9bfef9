import CommandLineProgram
package import PhotoFeed
import TextFormats

extension FeedItem {
    /// The item as a JSON object in one line; `Documentation/Formats.md` lists the keys.
    ///
    /// - Parameter accounts: the names of the accounts that contain it.
    package func json(of accounts: [String]) -> String {
        let pixels = node.mediaInfo?.dimensions
        let (location, failure) = (storedThumbnail, thumbnailFailure)
        return JSONWriter.line { json in
            json.member("id", node.id.rawValue)
            json.member("path", displayPath)
            json.member("name", node.name)
            json.member("kind", node.kind.rawValue)
            json.member("date", node.date.description)
            json.member("taken", node.mediaInfo?.timeTaken?.description)
            json.member("client_modified", node.clientModified.description)
            json.member("server_modified", node.serverModified.description)
            json.member("rev", node.revision)
            json.member("size", node.knownSize)
            json.member("content_hash", node.contentHash?.description)
            json.member("width", pixels?.width)
            json.member("height", pixels?.height)
            json.member("latitude", node.mediaInfo?.location?.latitude)
            json.member("longitude", node.mediaInfo?.location?.longitude)
            json.member("duration_ms", node.mediaInfo?.durationMilliseconds)
            json.member("thumbnail", location?.path)
            json.member("thumbnail_offset", location?.offset)
            json.member("thumbnail_length", location?.length)
            json.member("thumbnail_error", failure)
            json.array("owners") { json in for account in accounts { json.string(account) } }
            json.member("zone", node.mediaInfo?.zone)
            json.member("make", node.mediaInfo?.camera?.make)
            json.member("model", node.mediaInfo?.camera?.model)
            json.member("content_identifier", node.mediaInfo?.contentIdentifier)
            json.member("motion_length", node.mediaInfo?.motionLength)
        }
    }

    /// The location of the thumbnail; `nil` if none is stored.
    package var storedThumbnail: ThumbnailLocation? {
        if case .stored(let location) = thumbnail { location } else { nil }
    }

    /// The reason why the server has no thumbnail; `nil` if it has one, or is not asked yet.
    package var thumbnailFailure: String? {
        if case .failed(let failure) = thumbnail { failure.reason } else { nil }
    }
}
