import Foundation
import TextFormats

/// The address of a file on the disk, relative to the folder of a gallery.
///
/// The folders that both have in common can be moved together. Each component is percent-encoded
/// except for letters, digits and `-._~`, so that no name can end the address or begin another one.
enum GalleryLink {
    /// The components of an absolute path, or of one that is relative to the present folder.
    static func components(of path: String) -> [String] {
        names(in: URL(filePath: path).standardizedFileURL.path)
    }

    /// The names in a path; a name that begins with a combining mark is one, too.
    private static func names(in path: String) -> [String] {
        path.unicodeScalars.split(separator: "/").map { String($0) }
    }

    /// Returns the address of a file with an absolute path, from the components of a folder.
    static func address(of path: String, from folder: [String]) -> String {
        // The path is not normalized: the bytes of its names are those on the disk.
        let file = names(in: path)
        let shared = zip(folder, file.dropLast())
            .prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let up = Array(repeating: "..", count: folder.count - shared)
        let down = file.dropFirst(shared).map { name in
            var bytes: [UInt8] = []
            PercentEncoding.append(name.utf8, to: &bytes) { $0.isUnreserved }
            return String(decoding: bytes, as: UTF8.self)
        }
        return (up + down).joined(separator: "/")
    }
}
