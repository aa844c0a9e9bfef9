import Foundation
import Testing
import TextFormats

@testable import MediaFacts

/// Writes the facts of collected files as lines of JSON, which `Scripts/samples` compares.
@Suite struct SampleTests {
    private static let folder = ProcessInfo.processInfo.environment["MEDIA_SAMPLES"]

    @Test(.enabled(if: folder != nil, "needs files of Scripts/samples")) func factsAreWritten()
        throws
    {
        let folder = URL(filePath: try #require(Self.folder))
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var lines = Data()
        for name in names {
            guard let file = FileHandle(forReadingAtPath: folder.appending(path: name).path),
                let bytes = FileBytes(descriptor: file.fileDescriptor)
            else { continue }
            defer { try? file.close() }
            let row = MediaFacts(bytes).map(Self.row) ?? [:]
            let fields = row.compactMapValues(\.self).merging(["file": name]) { $1 }
            lines += try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
            lines += Data("\n".utf8)
        }
        try lines.write(to: folder.appending(path: "../facts.jsonl"))
    }

    private static func row(_ facts: MediaFacts) -> [String: Any?] {
        [
            "isVideo": facts.format.isVideo, "make": facts.make, "model": facts.model,
            "taken": facts.taken?.time.description, "zone": facts.taken?.offsetSeconds,
            "latitude": facts.place?.latitude, "longitude": facts.place?.longitude,
            "width": facts.storedSize?.width, "height": facts.storedSize?.height,
            "duration": facts.durationMilliseconds,
        ]
    }
}
