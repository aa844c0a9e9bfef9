import CommandLineProgram
import Foundation
import Testing

/// The exit codes, and the errors that lead to them.
@Suite struct ExitStatusTests {
    /// Testing has a type of this name, too.
    private typealias Status = CommandLineProgram.ExitStatus

    @Test func theTableAndTheProgramNameTheSameCodes() throws {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        let page = root.appending(path: "Documentation/ExitCodes.md")
        let row = /^\| (\d+) \|/.anchorsMatchLineEndings()
        let codes = try String(contentsOf: page, encoding: .utf8).matches(of: row)
            .compactMap { Int32($0.output.1) }
        #expect(codes.sorted() == Status.allCases.map(\.rawValue).sorted())
    }

    @Test(
        arguments: [
            ([], .success), ([.success, .partialSuccess], .partialSuccess),
            ([.locked, .partialSuccess], .locked), ([.network, .rateLimit], .network),
            ([.network, .authorization, .usage], .authorization),
        ] as [([CommandLineProgram.ExitStatus], CommandLineProgram.ExitStatus)])
    func theWorstOfSeveralStatusesIsThatWhichNeedsTheUserMost(
        _ statuses: [CommandLineProgram.ExitStatus], _ worst: CommandLineProgram.ExitStatus
    ) {
        #expect(Status.worst(of: statuses) == worst)
    }
}
