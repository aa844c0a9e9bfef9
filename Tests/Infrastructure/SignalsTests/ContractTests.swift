import Foundation
import SchedulingTestKit
import Testing

@Suite("Contract")
struct ContractTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .resolvingSymlinksInPath()

    @Test("every trap of the list has a test with its number")
    func trapsHaveTests() throws {
        let tests = try DeclaredTest.all(below: Self.tests)
        let missing = (1...26).filter { number in
            !tests.contains { $0.attributes.contains("\"S\(number): ") }
        }
        #expect(missing == [])
    }

    @Test("every public operator and every source with a clock is a row of the operator table")
    func everyOperatorIsARow() throws {
        let signals = Self.tests.appending(path: "../../../Sources/Infrastructure/Signals")
        var names: Set<String> = []
        for folder in ["Operators", "Creation"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: signals.appending(path: folder), includingPropertiesForKeys: nil)
            for file in files {
                let source = try String(contentsOf: file, encoding: .utf8)
                names.formUnion(
                    source.matches(of: #/public (?:static )?func `?(\w+)/#).map {
                        String($0.output.1)
                    })
            }
        }
        // Members of strategies and delays, and the sources that every row uses.
        let others: Set = [
            "backoff", "constant", "concurrent", "just", "fail", "result", "sequence", "values",
        ]
        let rows = Set(
            Operator.all.map { String($0.name.prefix { $0.isLetter }) })
        #expect(names.subtracting(others).subtracting(rows) == [])
        #expect(names.count > 50)
    }
}
