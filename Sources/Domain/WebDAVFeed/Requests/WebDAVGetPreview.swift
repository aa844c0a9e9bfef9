import HTTPGateway
import PhotoFeed

/// Fetches the smaller picture of a file that Nextcloud makes.
///
/// The host is that of the server's folder, not that of the account's. Without `mimeFallback`, the
/// server never redirects to the picture of a file type. Any other redirect is refused, so the
/// password stays at this origin.
struct WebDAVGetPreview: HTTPRequest {
    /// The server's identifier of the file.
    let fileID: String
    /// The size that the picture fits into.
    let size: ThumbnailSize

    /// The maximum length of a picture in bytes.
    static let lengthLimit = 2 << 20

    var path: String { "index.php/core/preview" }

    var query: [HTTPQueryItem] {
        let (width, height) = Self.pixels(of: size)
        return [
            HTTPQueryItem("fileId", fileID), HTTPQueryItem("x", "\(width)"),
            HTTPQueryItem("y", "\(height)"), HTTPQueryItem("a", "1"),
            HTTPQueryItem("forceIcon", "0"),
        ]
    }

    var destination: HTTPDestination<[UInt8]> { .memory(limit: Self.lengthLimit) }

    /// The options of a picture, which the server may have to make first.
    var options: HTTPOptions {
        HTTPOptions {
            $0.firstByteTimeout = .seconds(60)
            $0.deadline = .seconds(120)
            $0.totalDeadline = .seconds(600)
            $0.redirects = 0
        }
    }

    func handle(_ response: HTTPResponse) -> [UInt8] { response.bytes }

    /// Returns the numbers in the name of a size, `wWIDTHhHEIGHT`.
    private static func pixels(of size: ThumbnailSize) -> (Int, Int) {
        let numbers = size.rawValue.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (480, 320)
    }
}

/// The formats of pictures, recognized by their first bytes.
enum PreviewFormat {
    /// Whether the bytes begin like a JPEG, a PNG or a WebP, whatever the server calls them.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF])
            || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }
}
