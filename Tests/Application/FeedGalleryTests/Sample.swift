import FeedGallery
import Foundation

/// A folder with pictures to take and a place for a gallery, gone with the test.
final class Sample {
    let path: String
    var gallery: String { path + "/gallery" }

    init() throws {
        path = NSTemporaryDirectory() + "/gallery-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// 2024-06-15 12:00 on the wall.
    static let june: Int64 = 1_718_452_800

    /// A GIF of one pixel: the smallest picture every browser shows.
    static let picture = Data(
        base64Encoded: "R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==")

    @discardableResult
    func file(_ name: String, _ content: Data? = Sample.picture) throws -> String {
        let file = path + "/" + name
        try (content ?? Data()).write(to: URL(fileURLWithPath: file))
        return file
    }

    func item(
        _ index: Int, name: String = "photo.jpg", days: Double = 0,
        thumbnail: GalleryPicture? = nil, accounts: [Int] = []
    ) -> GalleryItem {
        GalleryItem(
            identifier: "id:\(index)", name: name,
            wallSeconds: Self.june - Int64(86_400 * days), thumbnail: thumbnail,
            accounts: accounts)
    }

    /// A picture with these bytes; without any, one that cannot be read.
    static func thumbnail(
        _ bytes: Data? = picture, version: String? = nil
    ) -> GalleryPicture {
        GalleryPicture(version: version, length: Int64(bytes?.count ?? 0)) {
            bytes.map(Array.init)
        }
    }

    func writer(title: String = "Photos", accounts: [String] = []) throws -> GalleryWriter {
        try GalleryWriter(folder: gallery, title: title, accounts: accounts)
    }

    @discardableResult
    func write(
        _ items: [GalleryItem], title: String = "Photos", accounts: [String] = []
    ) throws -> GallerySummary {
        let writer = try writer(title: title, accounts: accounts)
        for item in items { try writer.add(item) }
        return try writer.finish()
    }

    func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: gallery + "/" + folder).sorted()
    }

    func text(_ name: String) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: gallery + "/" + name))
        return String(decoding: data, as: UTF8.self)
    }

    /// The folder of the generation that the index names.
    var pages: String {
        get throws {
            let index = try text("index.html")
            guard let match = index.firstMatch(of: /"pages":"(pages\/[0-9a-f]{16})"/) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return String(match.output.1)
        }
    }

    /// The items of all chunks, read as JSON.
    func items() throws -> [[Any]] {
        let pages = try pages
        let chunks = try names(pages).filter { $0.hasSuffix(".js") && $0 != "gallery.js" }
        return try (0..<chunks.count).flatMap { number -> [[Any]] in
            let script = try text("\(pages)/\(number).js")
            let json = script.dropFirst("photopark.chunk(\(number),".count).dropLast(3)
            let items = try JSONSerialization.jsonObject(with: Data(json.utf8))
            return items as? [[Any]] ?? []
        }
    }
}
