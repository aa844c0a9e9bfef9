import Digests
import Foundation
import ProgramTestKit
import StubServers

extension Playground {
    /// The content hashes of the files of the server, sorted.
    var serverHashes: [String] { stub.files.values.compactMap(\.contentHash).sorted() }

    /// The paths of the files below a folder, without hidden ones, sorted.
    func names(in folder: String) throws -> [String] {
        let root = path(folder)
        return (FileManager.default.subpaths(atPath: root) ?? [])
            .filter { name in
                var isFolder: ObjCBool = false
                return !name.hasPrefix(".photopark")
                    && FileManager.default.fileExists(
                        atPath: root + "/" + name, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
            .sorted()
    }

    /// The content hashes of the files below a folder, sorted.
    func hashes(in folder: String) throws -> [String] {
        try names(in: folder).map { name in
            let content = try Data(contentsOf: URL(filePath: path(folder) + "/" + name))
            let blockSize = 4 << 20
            let digests = stride(from: 0, to: content.count, by: blockSize).flatMap { start in
                SHA256.digest(of: content[start..<min(start + blockSize, content.count)])
            }
            return SHA256.digest(of: digests).hexadecimal
        }
        .sorted()
    }

    /// The lengths of the files in the folder of parts.
    var partLengths: [Int64] {
        let parts = path("photos/.photopark/parts")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parts)) ?? []
        return names.map { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: parts + "/" + name)
            return attributes?[.size] as? Int64 ?? 0
        }
    }

    /// Waits until a number of downloads have this many bytes.
    ///
    /// A note is written every 4 MiB, after the bytes have reached the disk.
    func waitForPart(of length: Int64, inEachOf count: Int = 1) async throws {
        for _ in 0..<2_000 {
            if partLengths.count(where: { $0 >= length }) >= count { return }
            let pause = Duration.milliseconds(10)
            try await Task.sleep(for: pause)  // reason: another process works meanwhile
        }
    }
}
