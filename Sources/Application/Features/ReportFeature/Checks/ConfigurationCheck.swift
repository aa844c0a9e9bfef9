import CommandLineProgram
import CommandOptions
import Foundation

/// Checks the configuration file and the variables of the environment, as `config` reads them.
struct ConfigurationCheck: BlockingDiagnosticCheck {
    let name: DiagnosticWord = "configuration"
    let commands: [any ProgramCommand.Type]

    func blockingFindings(of subject: DiagnosticSubject) throws -> [DiagnosticFinding] {
        let environment = ProcessInfo.processInfo.environment
        let rows: [OptionRow]
        do throws(ProgramError) {
            let described = ConfigurableCommand.all(commands)
            let configuration = try ProgramConfiguration.read(environment: environment) {
                described
            }
            rows = try OptionRow.all(of: described, configuration)
            try configuration.checkValues(of: commands)
        } catch {
            return [
                .bad(
                    name, "invalid", error.message,
                    advice: "correct what the message names; photopark config lists the keys",
                    status: error.code)
            ]
        }
        let origins = rows.compactMap { row -> String? in
            switch row.origin {
            case .environment: "environment"
            case .file: "file"
            case .standard, nil: nil
            }
        }
        let inFile = origins.filter { $0 == "file" }.count
        let numbers: [DiagnosticWord: Int64] = [
            "file": Int64(inFile), "environment": Int64(origins.count - inFile),
        ]
        let path = ConfigurationFile.path(in: environment)
        guard let path, FileManager.default.fileExists(atPath: path) else {
            let values = origins.isEmpty ? "" : "; the environment gives \(origins.count) values"
            return [
                .good(
                    name, "no-file", "no configuration file exists\(values)", numbers: numbers)
            ]
        }
        return [
            .good(
                name, "valid",
                "\(path) is valid: the values of \(inFile) options are from the file, "
                    + "and \(origins.count - inFile) from the environment", numbers: numbers)
        ]
    }
}
