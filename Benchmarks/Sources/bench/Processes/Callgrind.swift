import Foundation

/// Counts instructions with valgrind, independent of other load and of the hypervisor.
///
/// This program runs again as a child, once for few operations and once for many. The difference is
/// the cost of the operations, without the start and the end of the process.
final class Callgrind {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "bench-\(UUID().uuidString)")
    private var copy: String?

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The instructions of one operation.
    ///
    /// - Parameter arguments: the arguments of a child that performs the given number of
    ///   operations.
    func instructions(
        few: Int, many: Int, _ arguments: (_ operations: Int) -> [String]
    ) throws -> Double {
        let program = try program()
        let counts = try [few, many].map { count in
            let log = folder.appending(path: "log")
            _ = try Child.run(
                "valgrind",
                [
                    "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log.path)",
                    program,
                ] + arguments(count),
                // The preparation of a row would otherwise differ from child to child.
                environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
            let text = try String(contentsOf: log, encoding: .utf8)
            guard let line = text.split(separator: "\n").first(where: { $0.contains("Collected") }),
                let number = line.split(separator: " ").last, let count = Double(number)
            else { throw Failure("valgrind printed no count") }
            return count
        }
        return (counts[1] - counts[0]) / Double(many - few)
    }

    /// The path of a copy of this program without debug information.
    ///
    /// valgrind cannot read Swift's debug information.
    private func program() throws -> String {
        if let copy { return copy }
        guard let itself = Bundle.main.executablePath else {
            throw Failure("the path of this program is unknown")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "bench").path
        _ = try Child.run("strip", ["--strip-debug", "-o", path, itself])
        copy = path
        return path
    }
}
