import BoundaryErrors
import Testing

extension DeclarationFault.Code {
    fileprivate static let doubled = Self("doubled")
}

@Suite struct DeclarationFaultTests {
    private func fault(_ message: String, _ module: String, line: UInt) -> DeclarationFault {
        DeclarationFault(
            .doubled, message, at: DeclarationPlace(module: module, file: "A/B.swift", line: line))
    }

    @Test func theErrorHasALineForEachFaultInTheOrderOfTheSources() throws {
        let faults = [
            fault("late", "Feed", line: 10), fault("b", "Feed", line: 9),
            fault("a", "Feed", line: 9), fault("c", "Account", line: 9),
        ]
        let error = try #require(DeclarationError(in: "the table", faults))
        #expect(
            "\(error)" == """
                the table has 4 faults:
                  A/B.swift:9: Account: c
                  A/B.swift:9: Feed: a
                  A/B.swift:9: Feed: b
                  A/B.swift:10: Feed: late
                """)
        #expect(error == DeclarationError(in: "the table", faults.reversed()))
    }

    @Test func oneFaultIsCounted() {
        let error = DeclarationError(in: "the table", [fault("late", "Feed", line: 1)])
        #expect(error.map { "\($0)" } == "the table has 1 fault:\n  A/B.swift:1: Feed: late")
    }

    @Test func withoutFaultsThereIsNoError() {
        #expect(DeclarationError(in: "the table", []) == nil)
    }
}
