import Foundation
import Synchronization

/// Finds unchecked uses around `@Schedulable` classes.
///
/// `Tests/Fixtures/violations/Rows` has the rules by example. The arguments are folders, one
/// for each module, or `--modules FILE` with a JSON list of modules. Rule 1 of
/// `Documentation/Concurrency.md` states when a class may do without the attribute.
@main
enum SchedulableLint {
    static func main() throws {
        var modules: [SourceModule] = []
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            if argument == "--modules", let file = arguments.popFirst() {
                let data = try Data(contentsOf: URL(filePath: file))
                modules += try JSONDecoder().decode([SourceModule].self, from: data)
            } else {
                modules.append(try SourceModule(folder: argument))
            }
        }
        let faults = try check(modules)
        for fault in faults { FileHandle.standardError.write(Data("schedulable: \(fault)\n".utf8)) }
        if !faults.isEmpty { exit(1) }
        print("schedulable: \(modules.count) modules; all services and their classes are checked")
    }

    /// Returns the faults in the modules that are reported, as `FILE:LINE: TEXT`.
    static func check(_ modules: [SourceModule]) throws -> [String] {
        let files = modules.flatMap { module in module.files.map { (module.name, $0) } }
        let read = Mutex([FileDeclarations?](repeating: nil, count: files.count))
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let (module, file) = files[index]
            do {
                let text = try String(contentsOfFile: file, encoding: .utf8)
                let found = DeclarationReader(text, file: file, module: module).found
                read.withLock { $0[index] = found }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock(\.self) { throw failure }
        let reported = Set(modules.filter(\.isReported).flatMap(\.files))
        let tests = Set(modules.filter(\.isTest).map(\.name))
        return Rules(read.withLock { $0.compactMap(\.self) }, testModules: tests).faults
            .filter { reported.contains($0.location.file) }
            .map { "\($0.location.file):\($0.location.line): \($0.text)" }
    }
}
