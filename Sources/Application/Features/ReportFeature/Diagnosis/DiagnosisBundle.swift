import CommandLineProgram
import CommandOptions
import Composition
import DurableFiles
import Foundation
import TextFormats

/// The report that a user attaches to the description of a defect: one JSON object in a file.
///
/// It consists of words of the program and of numbers. The messages of the findings, the names of
/// scopes and the values of options are left out, because they may contain names, paths, addresses
/// and identifiers.
struct DiagnosisBundle {
    let findings: [DiagnosticFinding]
    /// The text of `photopark --version`.
    let version: String
    /// The keys of the options that the configuration sets, with the kind of their origin.
    let options: [(key: String, origin: String)]
    let composition: CompositionDescription

    /// The text of the file; `Documentation/Formats.md` lists the keys.
    var text: [UInt8] {
        JSONWriter.object(escaping: .hostile) { json in
            json.member("version", version)
            json.object("system") { json in
                json.member("name", Self.system)
                json.member("processor", Self.processor)
                let kernel = ProcessInfo.processInfo.operatingSystemVersion
                json.array("version") { array in
                    let numbers = [kernel.majorVersion, kernel.minorVersion, kernel.patchVersion]
                    for number in numbers { array.integer(number) }
                }
                json.member("processors", Int64(ProcessInfo.processInfo.activeProcessorCount))
                json.member("memory", Int64(clamping: ProcessInfo.processInfo.physicalMemory))
            }
            json.array("findings") { array in
                for finding in findings { array.object { finding.write(to: &$0) } }
            }
            json.array("options") { array in
                for option in options {
                    array.object { json in
                        json.member("key", option.key)
                        json.member("origin", option.origin)
                    }
                }
            }
            json.array("services") { array in
                for service in composition.services {
                    array.object { json in
                        json.member("name", service.name)
                        json.member("module", service.module)
                        json.member("scheduler", service.scheduler)
                        json.array("states") { states in
                            for scope in composition.scopes {
                                guard let state = scope.states[service.name] else { continue }
                                states.string(state.rawValue)
                            }
                        }
                    }
                }
            }
        } + [UInt8(ascii: "\n")]
    }

    #if os(Linux)
        private static let system = "Linux"
    #else
        private static let system = "macOS"
    #endif

    #if arch(x86_64)
        private static let processor = "x86_64"
    #elseif arch(arm64)
        private static let processor = "arm64"
    #else
        private static let processor = "other"
    #endif

    /// Refuses a path at which something exists.
    ///
    /// - Throws: `ProgramError`.
    static func requireAbsence(at file: UserPath) throws(ProgramError) {
        guard FileStatus(path: file.expanded) == nil else {
            throw ProgramError(.cannotCreate, "\(file) exists: choose another name for the report")
        }
    }

    /// Writes the file, complete or not at all; one that exists is not replaced.
    ///
    /// - Throws: `ProgramError`.
    func write(to file: UserPath) throws(ProgramError) {
        let url = URL(filePath: file.expanded).absoluteURL
        let part = ".\(UUID().uuidString).photopark-report"
        let isWritten: Bool
        do throws(DurableFileError) {
            let folder = try DurableFolder(path: url.deletingLastPathComponent().path)
            try folder.write(text, named: part, mode: 0o600, durability: .atomic)
            defer { try? folder.remove(part) }
            isWritten = try folder.link(part, to: url.lastPathComponent, in: folder)
        } catch {
            throw ProgramError(.cannotCreate, "cannot write the report: \(error)")
        }
        if !isWritten {
            throw ProgramError(.cannotCreate, "\(file) exists: choose another name for the report")
        }
    }
}
