import ArgumentParser
import CommandLineProgram
import Duplicates
import Foundation
import Pictures

/// `photopark hash-pictures`: decodes pictures in a process of its own, for `duplicates --near`.
///
/// A picture comes from an untrusted source, and its decoder is a large library in C. This process
/// has limits of memory and time, no library open, and no credential. It reads the pictures from
/// standard input, each with its length in four bytes before it, the highest first. For each it
/// prints a line: that of `PictureFacts`, or `-` for bytes that are not a picture.
struct HashPicturesCommand: ProgramCommand {
    /// The line that is printed when pictures can be decoded.
    static let ready = "ready"
    /// The largest picture in pixels: thumbnails have at most 2048 by 1536.
    private static let pixelLimit = 16_000_000

    static let configuration = CommandConfiguration(
        commandName: "hash-pictures", abstract: "Decode pictures for duplicates --near.",
        shouldDisplay: false)

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        do throws(PictureError) { try Picture.requireLibrary() } catch {
            throw ProgramError(.systemError, error.message + (error.advice.map { "; " + $0 } ?? ""))
        }
        let input = FileHandle.standardInput
        Self.show(Self.ready)
        while let length = try input.read(upToCount: 4), length.count == 4 {
            let count = length.reduce(0) { $0 << 8 | Int($1) }
            guard count > 0, let bytes = try input.read(upToCount: count), bytes.count == count
            else { break }
            Self.show(Self.facts(of: Array(bytes))?.text ?? "-")
        }
        return .success
    }

    /// The facts of a picture; `nil` for other bytes.
    static func facts(of bytes: [UInt8]) -> PictureFacts? {
        guard
            let picture = try? Picture.brightness(
                of: bytes, edge: PictureHash.edge, pixelLimit: pixelLimit)
        else { return nil }
        return PictureFacts(
            rotations: PictureHash.ofRotations(brightness: picture.values),
            width: picture.size.width, height: picture.size.height)
    }

    /// Prints a line at once: the next picture may end this process.
    @MainActor
    private static func show(_ line: String) {
        StandardOutput.shared.line(line)
        StandardOutput.shared.flush()
    }
}
