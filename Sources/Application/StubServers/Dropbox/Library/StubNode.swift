import Digests
import Foundation
import Pictures

/// An entry of the stub's library as clients see it.
enum StubNode: Sendable, Equatable {
    case file(StubFile)
    case folder(StubFolder)

    var location: StubPath {
        switch self {
        case .file(let file): file.location
        case .folder(let folder): folder.location
        }
    }

    var id: String {
        switch self {
        case .file(let file): file.id
        case .folder(let folder): folder.id
        }
    }
}

/// The place of an entry, in the three spellings that Dropbox sends.
struct StubPath: Sendable, Equatable {
    let name: String
    let pathDisplay: String
    let pathLower: String

    init(path: String) {
        let names = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
        name = names.last.map { String($0) } ?? ""
        pathDisplay = path
        pathLower = path.lowercased()
    }

    init(name: String, pathDisplay: String, pathLower: String) {
        self.name = name
        self.pathDisplay = pathDisplay
        self.pathLower = pathLower
    }
}

struct StubFolder: Sendable, Equatable {
    let location: StubPath
    let id: String
}

struct StubFile: Sendable, Equatable {
    let location: StubPath
    let id: String
    let rev: String
    /// Seconds since 1970; `serverModified` has the same unit.
    let clientModified: Int
    let serverModified: Int
    let content: StubContent
    let media: StubMedia
}

/// The source of a file's bytes; generated and disk content is produced on demand.
enum StubContent: Sendable, Equatable {
    case generated(GeneratedPhoto)
    case bytes([UInt8])
    case disk(ServedFile)

    /// The drawn photo; `nil` for other contents.
    var photo: GeneratedPhoto? { if case .generated(let photo) = self { photo } else { nil } }
}

/// The facts that Dropbox reports about a photo besides its bytes.
struct StubMedia: Sendable, Equatable {
    var size: PictureSize?
    /// The time on the camera's clock, in seconds since 1 January 1970 on that clock.
    var takenAt: Int?
    var latitude: Double?
    var longitude: Double?
    /// The duration of a video, in milliseconds.
    var duration: Int?
}

extension StubMedia {
    /// The facts that Dropbox reads from a file that begins with `bytes`.
    ///
    /// `nil` for a PNG and for unknown formats.
    init?(of bytes: [UInt8]) {
        if let container = MediaContainer(of: bytes) {
            size = container.size
            duration = container.duration
            return
        }
        guard let header = try? PictureHeader(of: bytes), header.format != .png else { return nil }
        let exif = ExifData(ofJPEG: bytes)
        size = exif?.isTurned == true ? header.size.transposed : header.size
        takenAt = exif?.wallSeconds
        latitude = exif?.latitude
        longitude = exif?.longitude
    }
}

/// A file of the served folder at its last scan.
struct ServedFile: Sendable, Hashable {
    let path: String
    let size: Int
    /// The modification time in seconds since 1970.
    ///
    /// The nanoseconds are separate, because nanoseconds since 1970 exceed 64 bits in 2262.
    let modified: Int
    let nanoseconds: Int
    let device: UInt64
    let inode: UInt64
    /// Whether the file has several names (hard links).
    let isLinked: Bool

    /// The file's identifier, which stays with it when it is moved.
    ///
    /// Each hard link of a file has its own identifier.
    var id: String { "id:disk" + Self.digits("\(device) \(inode) \(isLinked ? path : "")", 18) }

    /// The revision of the file at this path; a restart of the stub does not change it.
    func revision(at pathLower: String) -> String {
        "0170" + Self.digits("\(id) \(size) \(modified) \(nanoseconds) \(pathLower)", 11)
    }

    /// The identifier of a folder; a restart of the stub does not change it.
    static func folderID(of pathLower: String) -> String { "id:diskfolder" + digits(pathLower, 12) }

    private static func digits(_ identity: String, _ count: Int) -> String {
        String(SHA256.digest(of: identity.utf8).hexadecimal.prefix(count))
    }
}
