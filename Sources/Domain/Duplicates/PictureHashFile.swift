import Digests
package import DurableFiles
import Foundation

/// The file in which the hashes of a library's thumbnails are kept.
///
/// It can always be made again: a file that is damaged, or of another version, has no hashes. It
/// has 44 bytes for each thumbnail, the same on all machines.
package struct PictureHashFile {
    /// The name in the folder of the library.
    package static let name = "picture-hashes"
    private static let mark = Array("PhPkHsh1".utf8)
    private static let recordSize = 44

    private let path: String

    /// The file in the folder of a library.
    package init(library: String) { path = library + "/" + Self.name }

    /// The identity and the time of a file, which is another one after each change.
    package struct Version: Hashable, Sendable {
        fileprivate let numbers: [UInt64]
        fileprivate let times: [Int64]
    }

    /// The present version of the file; `nil` if it is missing.
    package var version: Version? {
        FileStatus(path: path).map { status in
            Version(
                numbers: [status.device, status.inode],
                times: [status.modified.seconds, status.modified.nanoseconds, status.size])
        }
    }

    /// Reads the hashes by the keys of the thumbnails; `nil` if it is not a picture.
    ///
    /// - Returns: none if the file is missing or damaged.
    package func read() -> [UInt64: PictureFacts?] {
        guard let data = FileManager.default.contents(atPath: path) else { return [:] }
        return Self.records(in: Array(data)) ?? [:]
    }

    /// Reads the hashes in the folders of several libraries; one without a folder has none.
    package static func read(_ folders: [String?]) -> [UInt64: PictureFacts?] {
        folders.reduce(into: [:]) { facts, folder in
            guard let folder else { return }
            facts.merge(PictureHashFile(library: folder).read()) { $1 }
        }
    }

    /// Replaces the file; only its owner may read it.
    ///
    /// - Throws: `DurableFileError`.
    package func write(_ facts: [UInt64: PictureFacts?]) throws(DurableFileError) {
        var writer = try DurableFileWriter(path: path, mode: 0o600, durability: .atomic)
        try writer.write(Self.bytes(of: facts))
        try writer.commit()
    }

    static func bytes(of facts: [UInt64: PictureFacts?]) -> [UInt8] {
        var bytes = mark
        bytes.reserveCapacity(mark.count + facts.count * recordSize + 8)
        for (key, facts) in facts.sorted(by: { $0.key < $1.key }) {
            bytes.append(key)
            bytes.append(facts?.width ?? 0)
            bytes.append(facts?.height ?? 0)
            for turn in 0..<4 { bytes.append(facts?.rotations[turn].bits ?? 0) }
        }
        bytes.append(XXH64.hash(bytes))
        return bytes
    }

    static func records(in bytes: [UInt8]) -> [UInt64: PictureFacts?]? {
        let length = bytes.count - mark.count - 8
        guard length >= 0, length.isMultiple(of: recordSize), bytes.starts(with: mark),
            XXH64.hash(Array(bytes.dropLast(8))) == bytes.number(at: bytes.count - 8)
        else { return nil }
        var found: [UInt64: PictureFacts?] = [:]
        for start in stride(from: mark.count, to: mark.count + length, by: recordSize) {
            let size: UInt32 = bytes.number(at: start + 8)
            let rotations = (0..<4).map {
                PictureHash(bits: bytes.number(at: start + 12 + 8 * $0))
            }
            let facts = PictureFacts(
                rotations: rotations, width: Int(size & 0xFFFF), height: Int(size >> 16))
            found.updateValue(facts, forKey: bytes.number(at: start))
        }
        return found
    }
}

extension [UInt8] {
    /// Appends a number, its lowest byte first.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        var number = number
        for _ in 0..<number.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: number))
            number >>= 8
        }
    }

    fileprivate func number<Number: FixedWidthInteger>(at start: Int) -> Number {
        var number: Number = 0
        for offset in 0..<Number.bitWidth / 8 {
            number |= Number(self[start + offset]) << Number(8 * offset)
        }
        return number
    }
}
