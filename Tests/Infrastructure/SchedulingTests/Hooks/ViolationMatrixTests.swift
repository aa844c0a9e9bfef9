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

    @Test func releaseCodeOfACheckedMethodIsThatOfAnUncheckedOne() throws {
        let run = try ScriptRun("check-release-code")
        #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self))")
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
            return try JSONDecoder().decode(
                [Row].self, from: ScriptRun("violations", "--json").output)
        } catch {
            return [Row(name: "script", title: "Scripts/violations runs", fault: "\(error)")]
        }
    }()
}

/// A script of the project, run against the build that this test is part of.
private struct ScriptRun {
    let status: Int32
    let output: Data

    init(_ name: String, _ arguments: String...) throws {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        let root = file.pathComponents.dropLast(5).joined(separator: "/")
        let build = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(root)/Scripts/\(name)")
        process.arguments = arguments + ["--build", build.path]
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        status = process.terminationStatus
    }
}
