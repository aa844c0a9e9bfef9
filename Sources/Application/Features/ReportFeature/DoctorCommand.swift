import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import DurableFiles
import Routing

/// `photopark doctor`: shows the parts of the program, for a report of a defect.
struct DoctorCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Show the modules, services and routes of the program.",
        discussion: """
            A service belongs to a module, lives on a scheduler, and is made once in each scope of \
            its level. The command opens the account of the library, but makes none of its \
            services. In the drawing, an arrow leads from a service to one that it needs; a dashed \
            arrow stands for a handle, through which services of different schedulers call each \
            other.
            """)

    @Flag(
        help: "Show the modules, the services with their schedulers, states and needs, and routes.")
    var services = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write a drawing (SVG) of the graph of the services to FILE.", valueName: "FILE"),
        completion: .file())
    var svg: UserPath?

    @OptionGroup var library: LibraryOption

    func validate() throws {
        guard services else { throw ValidationError("doctor needs --services") }
        if json, svg != nil { throw ValidationError("--json and --svg cannot be combined") }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            _ = try await library.open(in: program)
            if let svg {
                try Self.write(ServiceDrawing(program.scope.describe()).text, to: svg)
            } else {
                _ = try await program.router.run(ShowServices(isJSON: json))
            }
        }
        return .success
    }

    private static func write(_ text: String, to file: UserPath) throws {
        do throws(DurableFileError) {
            var writer = try DurableFileWriter(
                path: file.expanded, mode: 0o644, durability: .atomic)
            try writer.write(text.utf8)
            try writer.commit()
        } catch {
            throw ProgramError(.cannotCreate, "cannot write the drawing: \(error)")
        }
    }
}
