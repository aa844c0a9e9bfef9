package import CommandLineProgram
import DurableFiles
import Foundation

/// A file that the output of a command replaces, such as a trace or a drawing.
///
/// It appears when it is complete. It replaces only an empty file, or an earlier output of the same
/// form: a library, a token or a picture whose name was given by mistake would be lost, and a
/// device, a pipe or a link would be replaced instead of written to.
package final class OutputFile {
    /// The beginning of the drawings of the program.
    package static let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 "#

    private let name: String
    private var writer: DurableFileWriter?

    /// Prepares the file.
    ///
    /// - Parameters:
    ///   - name: the name of the form for messages, after "the" and after "a".
    ///   - beginning: the beginning of each file of this form.
    ///   - path: the path of the file.
    /// - Throws: `ProgramError` if it cannot be created, or another file has its place.
    package init(
        _ name: String, beginningWith beginning: String, at path: String
    ) throws(ProgramError) {
        self.name = name
        if let status = FileStatus(path: path),
            status.kind != .regular || status.size > 0 && !Self.begins(path, with: beginning)
        {
            throw ProgramError(
                .notOurs,
                "cannot write the \(name): \(path) exists and is not a \(name) (choose another "
                    + "name)")
        }
        do throws(DurableFileError) {
            writer = try DurableFileWriter(path: path, mode: 0o644, durability: .atomic)
        } catch {
            throw ProgramError(.cannotCreate, "cannot write the \(name): \(error)")
        }
    }

    /// Writes the text; called once.
    ///
    /// - Throws: `ProgramError` if the disk fails.
    package func write(_ text: String) throws(ProgramError) {
        guard var writer = writer.take() else { return }
        do throws(DurableFileError) {
            try writer.write(text.utf8)
            try writer.commit()
        } catch {
            throw ProgramError(.inputOutput, "cannot write the \(name): \(error)")
        }
    }

    private static func begins(_ path: String, with beginning: String) -> Bool {
        let beginning = Data(beginning.utf8)
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        return (try? file.read(upToCount: beginning.count)) == beginning
    }
}
