import ArgumentParser
import CommandLineProgram
import Duplicates
import Foundation
import ShellCommands

/// Decodes pictures in processes with limits.
///
/// A process gets many pictures. If it ends early, the picture that it did not answer is left out,
/// and another process gets the rest.
struct PictureHasher: Sendable {
    /// The limits of a process: no core dump, no file, 20 seconds of a processor, 2 GB of memory.
    private static let limits =
        "ulimit -c 0 && ulimit -f 0 && ulimit -t 20 && ulimit -v 2000000 && exec"
    /// The longest line of an answer, in bytes.
    private static let lineLength = 80

    /// The program and its arguments.
    private let command: [String]

    /// Creates a hasher that runs this program, or another command of the same form.
    init(command: [String]? = nil) {
        self.command =
            command
            ?? [
                Bundle.main.executablePath ?? "photopark",
                HashPicturesCommand.configuration.commandName ?? "",
            ]
    }

    /// Returns the facts of each picture; `nil` for bytes that are not a picture.
    ///
    /// - Throws: `CancellationError`; `ProgramError` if no process can decode pictures.
    func facts(of pictures: [[UInt8]]) async throws -> [PictureFacts?] {
        var found: [PictureFacts?] = []
        while found.count < pictures.count {
            let rest = pictures[found.count...]
            let outcome = try await ShellCommand.run(
                Self.limits, arguments: command, inputFile: Self.file(with: rest),
                readingUpTo: (rest.count + 1) * Self.lineLength)
            var lines = String(decoding: outcome.output, as: UTF8.self)
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

    /// A file without a name, which contains the pictures and is read from its start.
    private static func file(with pictures: ArraySlice<[UInt8]>) throws -> FileHandle {
        guard let file = tmpfile() else { throw POSIXError(.EIO) }
        defer { fclose(file) }
        for picture in pictures {
            let length = UInt32(clamping: picture.count)
            let prefix = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
            for part in [prefix, picture] {
                guard fwrite(part, 1, part.count, file) == part.count else {
                    throw POSIXError(.ENOSPC)
                }
            }
        }
        guard fflush(file) == 0 else { throw POSIXError(.ENOSPC) }
        let descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw POSIXError(.EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
