package import Foundation
package import Processes

/// Makes small JPEGs of pictures and videos from untrusted sources.
///
/// Each file is decoded in a process of its own with limits (`ConfinedProgram`): pictures by
/// `vipsthumbnail` of libvips, which reads only the formats whose decoders its authors call safe
/// for untrusted bytes, and one frame of a video by `ffmpeg`. The program is chosen by the file's
/// first bytes. It gets the open file, and no name.
///
/// ```swift
/// let picture = try await PictureScaler().jpeg(of: file, fitting: PictureBox(480, 320))
/// ```
package struct PictureScaler: Sendable {
    /// The largest number of pixels of a picture whose header states it first.
    static let pixelLimit = 500_000_000
    /// The largest picture of which a copy is made.
    private static let copyLimit = 128 << 20
    /// The largest JPEG that is taken from a decoder.
    private static let outputLimit = 4 << 20
    /// The position of the frame of a video; a shorter one has its first frame.
    private static let positions = ["1", "0"]

    private let limits: ConfinedProgram.Limits
    private let folders: String

    /// Creates a scaler; the programs are looked for when they are needed.
    ///
    /// - Parameters:
    ///   - limits: the limits of each process.
    ///   - folders: the folders of the programs, separated by colons.
    package init(
        limits: ConfinedProgram.Limits = .init(),
        folders: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) {
        self.limits = limits
        self.folders = folders
    }

    /// Returns a JPEG of a picture, or of a frame of a video, that fits into a box.
    ///
    /// It is never larger than the original, and is turned as the file states.
    ///
    /// - Parameter file: the open file, which is read from its start.
    /// - Throws: `PictureScalingError`; `CancellationError`, which stops the process.
    package func jpeg(of file: FileHandle, fitting box: PictureBox) async throws -> [UInt8] {
        let head = Self.head(of: file)
        guard let signature = PictureSignature(head) else {
            throw PictureScalingError(
                .unknownFormat, "no decoder here reads files of this format")
        }
        if let pixels = Self.statedPixels(head), pixels > Self.pixelLimit {
            throw PictureScalingError(
                .tooLarge, "the picture has more than \(Self.pixelLimit / 1_000_000) megapixels")
        }
        switch signature {
        case .picture:
            return try await scaled(file, in: box)
        case .branded(let brand):
            return try await scaled(Self.copy(of: file, branded: brand), in: box)
        case .video(let demuxer):
            for position in Self.positions {
                let frame = try await frame(of: file, demuxer, at: position, in: box)
                if let frame { return frame }
            }
            throw PictureScalingError(.undecodable, "the decoder found no picture in the video")
        }
    }

    private func scaled(_ file: FileHandle, in box: PictureBox) async throws -> [UInt8] {
        let program = try program(
            "vipsthumbnail", of: "libvips-tools",
            environment: [
                "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1", "VIPS_NOVECTOR": "1",
            ])
        let output = try await run(
            program,
            [
                "stdin", "--size", "\(box.width)x\(box.height)>", "-o", ".jpg[Q=80,strip]",
            ], file)
        return try Self.jpeg(output)
    }

    /// Returns a frame of a video; `nil` if it has none at the position.
    private func frame(
        of file: FileHandle, _ demuxer: String, at position: String, in box: PictureBox
    ) async throws -> [UInt8]? {
        let program = try program("ffmpeg", of: "ffmpeg", environment: [:])
        // The first filter makes the pixels square; for most videos, it does nothing.
        let scale =
            "scale=w='iw*sar':h=ih,setsar=1,"
            + "scale=w='min(iw,\(box.width))':h='min(ih,\(box.height))'"
            + ":force_original_aspect_ratio=decrease"
        let output = try await run(
            program,
            // The demuxer is fixed: a probe would take a playlist, which names other files.
            ["-nostdin", "-hide_banner", "-loglevel", "quiet", "-protocol_whitelist", "file,pipe"]
                + ["-threads", "1", "-f", demuxer, "-ss", position]
                + ["-i", "file:" + ConfinedProgram.inputPath, "-map", "0:v:0", "-frames:v", "1"]
                + ["-an", "-sn", "-dn", "-vf", scale, "-pix_fmt", "yuvj420p", "-threads", "1"]
                + ["-map_metadata", "-1", "-c:v", "mjpeg", "-q:v", "4"]
                + ["-f", "image2pipe", "pipe:1"], file)
        return output.isEmpty ? nil : try Self.jpeg(output)
    }

    private func program(
        _ name: String, of package: String, environment: [String: String]
    ) throws -> ConfinedProgram {
        guard let path = ConfinedProgram.path(of: name, in: folders) else {
            throw PictureScalingError(
                .programMissing, "\(name) is not installed", advice: "install \(package)")
        }
        return ConfinedProgram(path: path, limits: limits, environment: environment)
    }

    private func run(
        _ program: ConfinedProgram, _ arguments: [String], _ file: FileHandle
    ) async throws -> Data {
        guard lseek(file.fileDescriptor, 0, SEEK_SET) == 0 else {
            throw PictureScalingError(.system, "the file cannot be read")
        }
        let outcome: ShellCommand.Outcome
        do {
            outcome = try await program.run(
                arguments, input: file, readingUpTo: Self.outputLimit + 1)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw PictureScalingError(
                .system, "the decoder cannot be started: \(error.localizedDescription)")
        }
        guard outcome.output.count <= Self.outputLimit else {
            throw PictureScalingError(.tooLarge, "the decoder returned too many bytes")
        }
        if let failure = Self.failure(outcome.code, limits) { throw failure }
        return outcome.output
    }

    /// The meaning of a decoder's exit code; `nil` for success.
    private static func failure(
        _ code: Int32, _ limits: ConfinedProgram.Limits
    ) -> PictureScalingError? {
        switch code {
        case 0: nil
        case 128 + SIGALRM:
            PictureScalingError(
                .timeout, "the decoder did not end within \(limits.seconds) seconds")
        case 128 + SIGXCPU, 128 + SIGKILL:
            PictureScalingError(
                .tooSlow,
                "the decoder used more than \(limits.processorSeconds) seconds of processor time")
        case 129...192: PictureScalingError(.crashed, "the decoder crashed (signal \(code - 128))")
        default:
            PictureScalingError(
                .undecodable, "the file is damaged, or needs more memory than a decoder may have")
        }
    }

    private static func jpeg(_ output: Data) throws -> [UInt8] {
        let bytes = [UInt8](output)
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2) == [0xFF, 0xD9] else {
            throw PictureScalingError(
                .notAPicture, "the decoder returned something else than a JPEG")
        }
        return bytes
    }

    /// A copy of a picture without a name, whose first brand is another one.
    private static func copy(of file: FileHandle, branded brand: String) throws -> FileHandle {
        do {
            try file.seek(toOffset: 0)
            var bytes = [UInt8](try file.read(upToCount: copyLimit + 1) ?? Data())
            guard bytes.count <= copyLimit else {
                throw PictureScalingError(.tooLarge, "the picture is too large for its brand")
            }
            bytes.replaceSubrange(8..<12, with: brand.utf8)
            return try .unnamed(containing: [bytes])
        } catch let error as PictureScalingError {
            throw error
        } catch {
            throw PictureScalingError(.system, "the file cannot be copied")
        }
    }

    private static func head(of file: FileHandle) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: PictureSignature.length)
        let count = pread(file.fileDescriptor, &head, head.count, 0)
        return Array(head.prefix(max(0, count)))
    }

    /// The pixels that the header of a PNG or GIF states; `nil` for other formats.
    ///
    /// These decoders work row by row, so that only the time limits them.
    private static func statedPixels(_ head: [UInt8]) -> Int? {
        func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        func product(_ width: Int, _ height: Int) -> Int {
            let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
            return isOverflow ? .max : pixels
        }
        if head.count >= 24, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            return product(number(head[16..<20]), number(head[20..<24]))
        }
        if head.count >= 10, head.starts(with: [0x47, 0x49, 0x46]) {
            return product(number(head[6..<8].reversed()), number(head[8..<10].reversed()))
        }
        return nil
    }
}
