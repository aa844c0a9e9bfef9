import Crypto
import Foundation
import Pictures

/// An entry of the stub's library as it is shown to clients.
enum StubNode: Sendable, Equatable {
    case file(StubFile)
    case folder(StubFolder)

    var place: StubPlace {
        switch self {
        case .file(let file): file.place
        case .folder(let folder): folder.place
        }
    }

    var id: String {
        switch self {
        case .file(let file): file.id
        case .folder(let folder): folder.id
        }
    }
}

/// Where an entry is, in the three spellings that Dropbox sends.
struct StubPlace: Sendable, Equatable {
    let name: String
    let pathDisplay: String
    let pathLower: String

    init(path: String) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        name = names.last.map(String.init) ?? ""
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
    let place: StubPlace
    let id: String
}

struct StubFile: Sendable, Equatable {
    let place: StubPlace
    let id: String
    let rev: String
    /// Seconds since 1970, as both times below.
    let clientModified: Int
    let serverModified: Int
    let content: StubContent
    let media: StubMedia
}

/// What a file's bytes are, without the bytes where they can be made or read when asked for.
enum StubContent: Sendable, Equatable {
    case generated(GeneratedPhoto)
    case bytes([UInt8])
    case disk(DiskFile)
}

/// What Dropbox knows about a photo beside its bytes.
struct StubMedia: Sendable, Equatable {
    var size: PixelSize?
    /// The time on the camera's clock, in seconds since its 1 January 1970.
    var takenAt: Int?
    var latitude: Double?
    var longitude: Double?
    /// Of a video, in milliseconds.
    var duration: Int?
}

extension StubMedia {
    /// The facts that Dropbox reads from a file that begins with `bytes`; `nil` for a PNG and for other formats.
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

/// The identity of a drawn photo: its number in the library and how often it was changed.
struct GeneratedPhoto: Sendable, Hashable {
    let number: Int
    var version = 0
}

/// A file of the served folder as it was when it was last looked at.
struct DiskFile: Sendable, Hashable {
    let path: String
    let size: Int
    /// Seconds since 1970, and nanoseconds beyond: together they fit into 64 bits until 2262 only.
    let modified: Int
    let nanoseconds: Int
    let device: UInt64
    let inode: UInt64
    /// Whether this is one of several names of the file.
    let isLinked: Bool

    /// Stays with the file wherever it is moved to; several names of a file are several files.
    var id: String { "id:disk" + Self.digits("\(device) \(inode) \(isLinked ? path : "")", 18) }

    /// The revision of the file at this place: the same after the stub was started again.
    func revision(at pathLower: String) -> String {
        "0170" + Self.digits("\(id) \(size) \(modified) \(nanoseconds) \(pathLower)", 11)
    }

    /// The identifier of a folder: the same after the stub was started again.
    static func folderID(of pathLower: String) -> String { "id:diskfolder" + digits(pathLower, 12) }

    private static func digits(_ identity: String, _ count: Int) -> String {
        String(ContentHash.hexadecimal(SHA256.hash(data: Data(identity.utf8))).prefix(count))
    }
}
