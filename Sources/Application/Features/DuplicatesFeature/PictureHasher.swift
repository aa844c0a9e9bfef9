import ArgumentParser
import CommandLineProgram
import Duplicates
import Foundation
import Processes

/// Decodes pictures in processes with limits.
///
/// A process gets many pictures. If it ends early, the picture that it did not answer is left out,
/// and another process gets the rest.
struct PictureHasher: Sendable {
    /// The longest line of an answer, in bytes.
    private static let lineLength = 80

    /// A process gets many pictures, so that its time is not that of one.
    private static let limits = ConfinedProgram.Limits(seconds: 600)

    private let program: ConfinedProgram
    private let arguments: [String]

    /// Creates a hasher that runs this program, or another program of the same form.
    init(_ program: ConfinedProgram = .itself(limits: limits), arguments: [String]? = nil) {
        self.program = program
        self.arguments = arguments ?? [HashPicturesCommand.configuration.commandName ?? ""]
    }

    /// Returns the facts of each picture; `nil` for bytes that are not a picture.
    ///
    /// - Throws: `CancellationError`; `ProgramError` if no process can decode pictures.
    func facts(of pictures: [[UInt8]]) async throws -> [PictureFacts?] {
        var found: [PictureFacts?] = []
        while found.count < pictures.count {
            let rest = pictures[found.count...]
            let output = try await output(for: rest)
            var lines = String(decoding: output, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            guard lines.popFirst() == HashPicturesCommand.ready[...] else {
                throw ProgramError(
                    .systemError, "pictures cannot be decoded; see the message above")
            }
            found += lines.prefix(rest.count).map { PictureFacts(text: $0) }
            // The process has ended at the next picture.
            if lines.count < rest.count { found.append(nil) }
        }
        return found
    }

    private func output(for pictures: ArraySlice<[UInt8]>) async throws -> Data {
        let input = try FileHandle.unnamed(containing: Self.framed(pictures))
        do {
            return try await program.run(
                arguments, input: input, readingUpTo: (pictures.count + 1) * Self.lineLength
            ).output
        } catch let error as POSIXError {
            throw ProgramError(
                .systemError, "cannot run \(program.path): \(error.localizedDescription)")
        }
    }

    /// The pictures, each with its length before it.
    private static func framed(_ pictures: ArraySlice<[UInt8]>) -> [[UInt8]] {
        pictures.flatMap { picture in
            let length = UInt32(clamping: picture.count)
            return [
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }, picture,
            ]
        }
    }
}
