import HTTPGateway
import PhotoFeed
import TextFormats

extension HTTPBody {
    /// A request's argument: the object whose members `write` writes.
    static func argument(_ write: (inout JSONWriter) -> Void) -> HTTPBody {
        .bytes(JSONWriter.object(write), type: "application/json")
    }
}

extension JSONWriter {
    /// Writes the options of a request for thumbnails.
    mutating func thumbnailOptions(_ size: ThumbnailSize) {
        member("format", "jpeg")
        member("size", size.rawValue)
        member("mode", "bestfit")
    }
}
