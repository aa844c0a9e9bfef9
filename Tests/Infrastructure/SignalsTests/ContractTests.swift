import Foundation
import Testing

@Suite("Contract")
struct ContractTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .resolvingSymlinksInPath()

    @Test("every law names tests that there are")
    func lawsNameTests() throws {
        let contract = try String(
            contentsOf: Self.tests.appending(
                path: "../../../Documentation/SignalContract.md"), encoding: .utf8)
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Self.tests.appending(path: $0), encoding: .utf8) }
            .joined()
        for paragraph in contract.components(separatedBy: "\n\n") {
            guard let tests = paragraph.split(separator: "*Tests:*").dropFirst().last else {
                continue
            }
            for name in tests.matches(of: /`([a-zA-Z]+)`/).map(\.1) {
                let isThere =
                    sources.contains("func \(name)(") || sources.contains("struct \(name) ")
                #expect(isThere, "the contract names \(name)")
            }
        }
    }

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
