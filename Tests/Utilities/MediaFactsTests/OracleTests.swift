import Foundation
import Testing
import TextFormats

@testable import MediaFacts

/// Compares the facts of files that other programs have made with what exiftool reads.
@Suite struct OracleTests {
    /// Makes pictures and videos with ffmpeg and heif-enc, and stores facts with exiftool.
    private static let script = #"""
        set -e
        film() { ffmpeg -hide_banner -loglevel error -f lavfi \
            -i testsrc=duration=1:size=64x48:rate=5 "$@"; }
        film -metadata creation_time=2021-05-06T07:08:09Z \
            -metadata location='+35.6895+139.6917/' film.mp4
        film -movflags use_metadata_tags -metadata com.apple.quicktime.make=Apple \
            -metadata com.apple.quicktime.model='iPhone 15' \
            -metadata com.apple.quicktime.creationdate=2021-05-06T16:08:09+0900 \
            -metadata com.apple.quicktime.location.ISO6709='-33.8570+151.2085+040.000/' \
            -metadata com.apple.quicktime.content.identifier=ABC-1 keys.mov
        film -metadata location='+12.5000-100.2500/' text.mov
        cp film.mp4 keys.mp4
        exiftool -q -overwrite_original -Keys:Make=Maker -Keys:Model='A Model' \
            -Keys:CreationDate='2021:05:06 16:08:09+09:00' -Rotation=90 keys.mp4
        for name in photo.jpg photo.png photo.tiff photo.webp; do film -frames:v 1 $name; done
        cp photo.jpg small.jpg
        exiftool -q -overwrite_original -Make=Canon -Model='EOS 5D' \
            -DateTimeOriginal='2020:01:02 03:04:05' -OffsetTimeOriginal=-03:30 \
            -SubSecTimeOriginal=07 -GPSLatitude=12.5 -GPSLatitudeRef=S -GPSLongitude=100.2537 \
            -GPSLongitudeRef=W -Orientation#=8 photo.*
        exiftool -q -overwrite_original '-ThumbnailImage<=small.jpg' \
            -XMP-GCamera:MicroVideo=1 -XMP-GCamera:MicroVideoOffset=20 photo.jpg
        exiftool -q -overwrite_original -CreateDate='2020:01:02 03:04:05' small.jpg
        heif-enc photo.jpg -o photo.heic
        heif-enc -A photo.jpg -o photo.avif
        cp photo.tiff raw.dng
        """#

    @Test(
        .enabled(if: Self.hasTools, "needs exiftool (libimage-exiftool-perl), ffmpeg and heif-enc"))
    func theFactsAreThoseThatExiftoolReads() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "media-facts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in Samples.all { try Data(bytes).write(to: folder.appending(path: name)) }
        _ = try Self.run(Self.script, in: folder)
        let output = try Self.run("exiftool -j -n -G1 -m * || true", in: folder)
        let list = try #require(
            try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
        #expect(list.count == Samples.all.count + 12)
        for tags in list {
            let name = try #require(tags["SourceFile"] as? String)
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            let facts = try #require(MediaFacts(bytes: bytes), "\(name)")
            compare(facts, ExiftoolAnswer(tags), name)
        }
    }

    private func compare(_ facts: MediaFacts, _ answer: ExiftoolAnswer, _ name: String) {
        let groups = ["IFD0", "Keys", "UserData", "XMP-tiff"]
        #expect(facts.make == answer.text(groups.map { "\($0):Make" }), "\(name)")
        #expect(facts.model == answer.text(groups.map { "\($0):Model" }), "\(name)")
        #expect(facts.taken?.text == answer.taken, "\(name)")
        #expect(facts.created == answer.created, "\(name)")
        #expect(
            facts.storedSize.map { "\($0.width) \($0.height)" }
                == answer.text(
                    "Composite:ImageSize"), "\(name)")
        for (value, tag) in [
            (facts.place?.latitude, "GPSLatitude"), (facts.place?.longitude, "GPSLongitude"),
        ] {
            let known = answer.number("Composite:\(tag)") ?? answer.number("XMP-exif:\(tag)")
            #expect(near(value, known), "\(name)")
        }
        #expect(
            facts.contentIdentifier
                == answer.text(
                    "Apple:ContentIdentifier", "Apple:MediaGroupUUID", "Keys:ContentIdentifier"),
            "\(name)")
        // In a PNG file, exiftool counts from the beginning of the chunk, and in a RAF or a JPEG XL
        // from that of the part with EXIF.
        if [.png, .fujiRaw, .jpegXL].contains(facts.format) {
            #expect(facts.thumbnail?.count == answer.thumbnail?.count, "\(name)")
        } else {
            #expect(facts.thumbnail == answer.thumbnail, "\(name)")
        }
        switch facts.format {
        case .heif, .avif:
            // The angle of the property is anticlockwise.
            let angles = [1: 0.0, 8: 90, 3: 180, 6: 270]
            #expect(
                facts.orientation.flatMap { angles[$0] } == answer.number("QuickTime:Rotation"),
                "\(name)")
        case .quickTime:
            let angles = [1: 0.0, 6: 90, 3: 180, 8: 270]
            #expect(
                facts.orientation.flatMap { angles[$0] } == answer.number("Composite:Rotation"),
                "\(name)")
        default:
            #expect(
                facts.orientation.map(Double.init) == answer.number("IFD0:Orientation"), "\(name)")
        }
        let motion =
            answer.number("XMP-GCamera:MicroVideoOffset")
            ?? answer.number("XMP-Container:DirectoryItemLength")
        #expect(facts.motionLength.map(Double.init) == motion, "\(name)")
    }

    /// Whether both are missing, or differ by less than the rounding of the formats.
    private func near(_ value: Double?, _ other: Double?) -> Bool {
        guard let value, let other else { return value == nil && other == nil }
        return abs(value - other) < 1e-4
    }

    static let hasTools = ["exiftool", "ffmpeg", "heif-enc"].allSatisfy { tool in
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
        }
    }

    /// Runs a script, and returns its output.
    private static func run(_ script: String, in folder: URL) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return data
    }
}

/// The tags that exiftool has read from a file.
private struct ExiftoolAnswer {
    private let tags: [String: Any]

    init(_ tags: [String: Any]) { self.tags = tags }

    /// The first of some tags that the file has.
    func text(_ names: String...) -> String? { text(names) }

    func text(_ names: [String]) -> String? {
        names.lazy.compactMap { tags[$0].map { "\($0)" } }.first
    }

    func number(_ name: String) -> Double? {
        (tags[name] as? NSNumber)?.doubleValue ?? (tags[name] as? String).flatMap(Double.init)
    }

    /// The time of EXIF or of the keys of a movie, in the form of `TakenTime.text`.
    var taken: String? {
        if let time = text("Keys:CreationDate", "UserData:ContentCreateDate") { return time }
        guard let time = text("ExifIFD:DateTimeOriginal", "ExifIFD:CreateDate") else {
            return text("XMP-exif:DateTimeOriginal")
        }
        let fraction = text("ExifIFD:SubSecTimeOriginal").map { "." + $0 } ?? ""
        return time + fraction + (text("ExifIFD:OffsetTimeOriginal") ?? "")
    }

    var created: Int64? {
        text("QuickTime:CreateDate").flatMap { TimeText.moment($0)?.time.secondsSinceEpoch }
    }

    var thumbnail: Range<Int64>? {
        guard let start = number("IFD1:ThumbnailOffset"),
            let length = number("IFD1:ThumbnailLength")
        else { return nil }
        return Int64(start)..<Int64(start + length)
    }
}

extension TakenTime {
    /// The time as exiftool writes it, with the digits of the fraction that are not zero.
    fileprivate var text: String {
        let time = time.description.replacing("-", with: ":").replacing("T", with: " ")
        var fraction = nanoseconds.map { String(String($0 + 1_000_000_000).dropFirst()) } ?? ""
        while fraction.last == "0" { fraction.removeLast() }
        let zone = offsetSeconds.map { seconds in
            let minutes = abs(seconds) / 60
            func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return (seconds < 0 ? "-" : "+") + "\(digits(minutes / 60)):\(digits(minutes % 60))"
        }
        return time + (fraction.isEmpty ? "" : "." + fraction) + (zone ?? "")
    }
}
