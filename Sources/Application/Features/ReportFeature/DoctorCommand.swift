import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Routing

/// `photopark doctor`: checks the installation, and shows the parts of the program.
struct DoctorCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the configuration, the account, the server and the library.",
        discussion: """
            Each line has a severity, the name of a check, what was found, and what to do. The \
            exit code is that of the worst finding: 0 if all are good, 3 after a warning, and \
            otherwise the code with which other commands fail. Nothing is changed, except that a \
            token that has expired is renewed, and that the library stores the result of --probe. \
            With --json, one object has the keys status and findings; a finding has check, \
            severity, result, status, numbers, message and advice.

            --bundle writes a report for the description of a defect. It contains no name, path, \
            address, token or identifier.

            --services shows the modules of the program, with their services and routes. A service \
            belongs to a module, lives on a scheduler, and is made once in each scope of its \
            level. The command opens the account of the library, but makes none of its services. \
            In the drawing, an arrow leads from a service to one that it needs; a dashed arrow \
            stands for a handle, through which services of different schedulers call each other.
            """)
    static let synonyms = ["check", "diagnose", "health", "troubleshoot", "test"]
    static let toleratesConfiguration = true

    @Flag(help: "Send no request.")
    var offline = false

    @Flag(help: "Examine which abilities of its protocol the server has.")
    var probe = false

    @Option(
        help: ArgumentHelp(
            "Write a report without private data to FILE, which must not exist.",
            valueName: "FILE"),
        completion: .file())
    var bundle: UserPath?

    @Flag(
        help: """
            Show the modules, the services with their schedulers, states and needs, and routes \
            instead.
            """)
    var services = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var library: LibraryOption
    @OptionGroup var server: ServerOptions

    func validate() throws {
        if services, offline || probe || bundle != nil {
            throw ValidationError(
                "--services cannot be combined with --offline, --probe and --bundle")
        }
        if offline, probe { throw ValidationError("--offline and --probe cannot be combined") }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        guard services else { return try await diagnose(with: modules) }
        try await modules.run { program in
            _ = try await library.open(in: program)
            _ = try await program.router.run(ShowServices(isJSON: json))
        }
        return .success
    }
}
