import Digests
import Foundation
import StubServers

/// The contents of files, by the hash that Dropbox has for them.
enum OriginalContent {
    private static let blockSize = 4 << 20
    /// The contents, of equal length, of files that are photos only by their names.
    static let brokenPhotos = ["no picture", "no camera!"].map { Array($0.utf8) }
    static let hashesOfBrokenPhotos = Set(brokenPhotos.map(hash))
    /// The contents, of equal length, of files that are photos.
    static let twins = ["twin a", "twin b", "twin c"].map {
        GeneratedPhotoSource.plainJPEG(Array($0.utf8))
    }
    /// The content of a photo that the user has edited.
    static let edited = GeneratedPhotoSource.plainJPEG(Array("edited".utf8))
    private static let ofEqualLength = [brokenPhotos, twins].map { contents in
        contents.map { (hash: hash(of: $0), content: $0) }
    }

    /// Returns another content of the same length; `nil` if there is none.
    static func other(than hash: String?) -> [UInt8]? {
        ofEqualLength.first { $0.contains { $0.hash == hash } }?.first { $0.hash != hash }?.content
    }

    /// Returns the hash of a content, as 64 digits.
    static func hash(of bytes: [UInt8]) -> String {
        let blocks = stride(from: 0, to: bytes.count, by: blockSize).flatMap { start in
            SHA256.digest(of: bytes[start..<min(start + blockSize, bytes.count)])
        }
        return SHA256.digest(of: blocks).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Returns the hashes of all files in a folder of originals, those of complete files alone.
    static func hashes(in folder: String) -> Set<String> {
        Set(hashesByName(in: folder) { !$0.hasPrefix(".photopark/parts/") }.values)
    }

    /// Returns the names of the originals in a folder whose contents are none of these.
    ///
    /// A file has its final name only when it is complete. A repair keeps the damaged file.
    static func names(in folder: String, besides contents: Set<String>) -> [String] {
        hashesByName(in: folder) { !$0.hasPrefix(".photopark") && !$0.hasSuffix(".damaged") }
            .filter { !contents.contains($0.value) }.keys.sorted()
    }

    private static func hashesByName(
        in folder: String, _ isIncluded: (String) -> Bool
    ) -> [String: String] {
        let names = FileManager.default.subpaths(atPath: folder) ?? []
        return names.filter(isIncluded).reduce(into: [:]) { hashes, name in
            let content = FileManager.default.contents(atPath: folder + "/" + name)
            hashes[name] = content.map { hash(of: Array($0)) }
        }
    }

    /// Changes a byte of a file, and keeps the time of its last change.
    ///
    /// - Parameter choose: chooses the position of the byte, below its argument.
    static func damage(_ path: String, _ choose: (Int) -> Int) throws {
        let files = FileManager.default
        let time = try files.attributesOfItem(atPath: path)[.modificationDate]
        var content = try Data(contentsOf: URL(filePath: path))
        content[choose(content.count)] ^= 1
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: content)
        try file.close()
        if let time { try files.setAttributes([.modificationDate: time], ofItemAtPath: path) }
    }

    /// The versions of which downloads are left in a folder of originals.
    static func parts(in folder: String) -> Set<Substring> {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: folder + "/.photopark/parts")
        // A name of a download begins with that of the version, after dots.
        return Set((names ?? []).map { $0.drop { $0 == "." }.prefix { $0 != "." } })
    }
}
