import Foundation
import Processes
import Testing

@testable import PictureScaling

/// Small pictures of files from untrusted sources, made by the real decoders.
@Suite(.enabled(if: Tool.areInstalled, "needs libvips-tools, ffmpeg and libheif-examples"))
struct PictureScalerTests {
    private static let box = PictureBox(480, 320)

    @Test(
        arguments: [
            ("photo.jpg", 427, 320), ("photo.png", 427, 320), ("photo.gif", 427, 320),
            ("photo.tiff", 427, 320), ("photo.webp", 427, 320), ("photo.bmp", 427, 320),
            ("photo.heic", 427, 320), ("film.mp4", 480, 270), ("film.mov", 480, 270),
            ("film.mkv", 480, 270), ("film.avi", 480, 270), ("film.ts", 480, 270),
            ("film.mpg", 480, 270), ("short.mp4", 427, 320), ("small.png", 40, 30),
            // Pixels that are not square, of which the header states the displayed size or not.
            ("wide.mp4", 480, 270), ("wide.mov", 480, 270), ("wide.mkv", 480, 270),
        ])
    func everyFormatBecomesAJPEGThatFits(_ name: String, _ width: Int, _ height: Int) async throws {
        let file = try await Samples.shared.file(name)
        let jpeg = try await PictureScaler().jpeg(of: file, fitting: Self.box)
        let size = try #require(JPEGSize.of(jpeg))
        #expect(abs(size.width - width) <= 1 && abs(size.height - height) <= 1, "\(size)")
    }

    @Test func anOpenFileIsReadFromItsStart() async throws {
        let file = try await Samples.shared.file("photo.jpg")
        try file.seek(toOffset: 1_000)
        #expect(try await !PictureScaler().jpeg(of: file, fitting: Self.box).isEmpty)
    }

    private func code(
        of bytes: [UInt8], with scaler: PictureScaler = PictureScaler()
    ) async throws -> PictureScalingError.Code? {
        do {
            _ = try await scaler.jpeg(of: .unnamed(containing: [bytes]), fitting: Self.box)
            return nil
        } catch let error as PictureScalingError {
            #expect(error.message.count > 20)
            return error.code
        }
    }

    @Test func aPictureOfManyPixelsIsRefusedByItsHeader() async throws {
        #expect(try await code(of: PNGBomb.bytes(edge: 60_000)) == .tooLarge)
    }

    @Test func aPictureThatNeedsMuchMemoryIsRefused() async throws {
        let scaler = PictureScaler(limits: .init(memory: 400 << 20))
        let bytes = PNGBomb.bytes(edge: 22_000, isInterlaced: true)
        #expect(try await code(of: bytes, with: scaler) == .undecodable)
    }

    @Test(
        arguments: [
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nfile:///etc/passwd\n",
            "ffconcat version 1.0\nfile /etc/passwd\n", "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "%PDF-1.4", "push graphic-context", "", "x",
        ])
    func aFileThatNamesOthersIsNotDecoded(_ text: String) async throws {
        #expect(try await code(of: Array(text.utf8)) == .unknownFormat)
    }

    @Test func aPlaylistBehindTheFirstBytesOfAMovieIsNotAMovie() async throws {
        let text = Array("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8)
        let head: [UInt8] = [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0]
        #expect(try await code(of: head + text) == .undecodable)
    }

    @Test func aCutFileIsDamaged() async throws {
        for name in ["photo.heic", "film.mp4"] {
            let bytes = try await Samples.shared.bytes(name)
            #expect(try await code(of: Array(bytes.prefix(300))) == .undecodable)
        }
    }

    /// A stream whose packets never contain a picture, in a file of a terabyte.
    @Test func anEndlessVideoEndsWithItsTime() async throws {
        let file = try FileHandle.unnamed(
            containing: [try await Samples.shared.bytes("film.ts").prefix(188 * 3).map { $0 }])
        #expect(ftruncate(file.fileDescriptor, 1 << 40) == 0)
        let scaler = PictureScaler(limits: .init(processorSeconds: 1, seconds: 3))
        do {
            _ = try await scaler.jpeg(of: file, fitting: Self.box)
            Issue.record("the video has a picture")
        } catch let error as PictureScalingError {
            #expect([.tooSlow, .timeout, .undecodable].contains(error.code), "\(error)")
        }
    }
}

/// Programs in the place of the decoders.
@Suite struct ReplacedDecoderTests {
    private func code(
        _ script: String, limits: ConfinedProgram.Limits = .init()
    ) async throws -> PictureScalingError.Code? {
        let folder = FileManager.default.temporaryDirectory.path + "/decoder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Not a script in the place of the program, which would start processes.
        let python =
            ConfinedProgram.path(of: "python3", in: "/usr/bin:/usr/local/bin:/opt/homebrew/bin")
            ?? "/usr/bin/python3"
        // Another process writes the program: a file that is open for writing cannot be executed,
        // and a process that is being started holds the open files of this one for a moment.
        _ = try await ShellCommand.run(
            "printf '%s' \"$SCRIPT\" >\"$PROGRAM\" && chmod 755 \"$PROGRAM\"",
            environment: [
                "PROGRAM": folder + "/vipsthumbnail",
                "SCRIPT": "#!\(python) -IS\nimport os, sys, threading\n\(script)\n",
            ], readingUpTo: 1)
        do {
            _ = try await PictureScaler(limits: limits, folders: folder).jpeg(
                of: .unnamed(containing: [[0xFF, 0xD8, 0xFF, 0xE0]]), fitting: PictureBox(9, 9))
            return nil
        } catch let error as PictureScalingError {
            return error.code
        }
    }

    @Test func aJPEGIsTaken() async throws {
        let script = "sys.stdout.buffer.write(bytes([255, 216, 255, 217, 255, 217]))"
        #expect(try await code(script) == nil)
    }

    @Test func everyOtherEndHasAReason() async throws {
        #expect(try await code("os.abort()") == .crashed)
        #expect(try await code("sys.exit(1)") == .undecodable)
        #expect(try await code("sys.exit(255)") == .undecodable)
        #expect(try await code("print('<svg/>')") == .notAPicture)
        #expect(try await code("") == .notAPicture)
        #expect(try await code("while True: print('y' * 9999)") == .tooLarge)
        #expect(try await code("threading.Event().wait()", limits: .init(seconds: 1)) == .timeout)
        #expect(
            try await code("while True: pass", limits: .init(processorSeconds: 1)) == .tooSlow)
    }

    @Test func theDecoderGetsNoNameOfAFile() async throws {
        let script = """
            sys.exit(0 if sys.argv[1:] == ['stdin', '--size', '9x9>', '-o', '.jpg[Q=80,strip]']
                     else 9)
            """
        #expect(try await code(script) == .notAPicture)
    }

    @Test(
        arguments: [
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
            Array("GIF89a".utf8),
        ] as [[UInt8]])
    func aHeaderOfTheLargestPictureIsRefused(_ start: [UInt8]) async throws {
        let head = start + [UInt8](repeating: 0xFF, count: 8)
        await #expect {
            _ = try await PictureScaler(folders: "/nonexistent").jpeg(
                of: .unnamed(containing: [head]), fitting: PictureBox(9, 9))
        } throws: { error in
            (error as? PictureScalingError)?.code == .tooLarge
        }
    }

    @Test(arguments: [
        "heic", "heim", "heis", "hevc", "hevm", "hevs", "mif1", "msf1", "miaf", "zzzz",
    ])
    func everyBrandOfHEIFIsAPicture(_ brand: String) async throws {
        let file = try await Samples.shared.file("photo.heic")
        let bytes = [UInt8](try file.readToEnd() ?? Data())
        #expect(bytes[4..<8].elementsEqual("ftyp".utf8))
        let changed = bytes[..<8] + Array(brand.utf8) + bytes[12...]
        let jpeg = try await PictureScaler().jpeg(
            of: .unnamed(containing: [Array(changed)]), fitting: PictureBox(90, 90))
        #expect(JPEGSize.of(jpeg) != nil)
    }

    @Test func theFirstBrandSeparatesPicturesFromVideos() {
        func signature(_ brand: String) -> PictureSignature? {
            PictureSignature([0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0])
        }
        // The decoder of some systems does not read mif2; the one of videos never does.
        for brand in ["heix", "hevx", "avif", "avis"] {
            #expect(signature(brand) == .picture, "\(brand)")
        }
        for brand in ["isom", "mp42", "qt  ", "M4V ", "3gp5"] {
            #expect(signature(brand) == .video(demuxer: "mov"), "\(brand)")
        }
        #expect(signature("crx ") == nil)
        // The program for pictures does not know these.
        #expect(signature("mif2") == .branded("heic"))
        #expect(signature("MA1A") == .branded("avif"))
    }

    @Test(arguments: [(188, 0), (192, 4)])
    func aTransportStreamBeginsWithThreePackets(distance: Int, start: Int) {
        var bytes = [UInt8](repeating: 0, count: PictureSignature.length)
        for number in 0..<3 {
            #expect(PictureSignature(bytes) == nil, "\(number) packets")
            bytes[start + number * distance] = 0x47
        }
        #expect(PictureSignature(bytes) == .video(demuxer: "mpegts"))
    }

    @Test func aMissingDecoderNamesItsPackage() async throws {
        for (bytes, package) in [
            ([0xFF, 0xD8, 0xFF], "libvips-tools"), ([0x1A, 0x45, 0xDF, 0xA3], "ffmpeg"),
        ] as [([UInt8], String)] {
            do {
                _ = try await PictureScaler(folders: "/nonexistent").jpeg(
                    of: .unnamed(containing: [bytes]), fitting: PictureBox(9, 9))
                Issue.record("a decoder was found")
            } catch let error as PictureScalingError {
                #expect(error.code == .programMissing && !error.code.isOfFile)
                #expect(error.advice == "install \(package)")
            }
        }
    }
}
