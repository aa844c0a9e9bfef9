import Foundation
import Testing

@Suite("Contract")
struct ContractTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .resolvingSymlinksInPath()

    @Test("every trap of the list has a test that carries its number")
    func trapsHaveTests() throws {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Self.tests.appending(path: $0), encoding: .utf8) }
            .joined()
        let missing = (1...26).filter { !sources.contains("\"S\($0): ") }
        #expect(missing == [])
    }
}
