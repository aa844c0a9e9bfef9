import Foundation
import SchedulingTestKit
import Testing

/// The violation matrix, row by row: `Scripts/violations` compiles and runs the fixtures against
/// the build of this test.
@Suite(.enabled(if: !Sanitizer.isOn, "a sanitizer's modules do not link with the fixtures"))
struct ViolationMatrixTests {
    @Test(arguments: ViolationMatrix.rows)
    func wrongWayIsStoppedAsTheTableSays(_ row: ViolationMatrix.Row) {
        #expect(row.fault == nil, "\(row.title)")
    }

    /// The number of rows at this time: one that is removed is missed.
    @Test func tableLosesNoRows() {
        #expect(ViolationMatrix.rows.count >= 224)
    }
}

/// The report of `Scripts/violations`, which runs once.
enum ViolationMatrix {
    struct Row: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let title: String
        let fault: String?

        var testDescription: String { name }
    }

    static let rows: [Row] = {
        do {
            return try JSONDecoder().decode([Row].self, from: report())
        } catch {
            return [Row(name: "script", title: "Scripts/violations runs", fault: "\(error)")]
        }
    }()

    /// The output of the script, run against the build that this test is part of.
    private static func report() throws -> Data {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        let root = file.pathComponents.dropLast(5).joined(separator: "/")
        let build = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(root)/Scripts/violations")
        process.arguments = ["--json", "--build", build.path]
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return output
    }
}
