import BoundaryErrors
import Events
import Testing

private struct Other: Event {
    static let name: EventName = "counted"
}

private struct Invalid: Event {
    static let name: EventName = "no good.name"
}

@Suite("Names of events")
struct DeclarationTests {
    @Test("two types of one name and invalid names are errors, all of them at once")
    func faultsAreListed() {
        let table = EventTable()
        table.add(Counted.self, module: "A")
        table.add(Other.self, module: "B")
        table.add(Counted.self, module: "B")
        table.add(Invalid.self, module: "C")
        table.add(Other.self, module: "C")
        let error = #expect(throws: DeclarationError.self) { try EventHub(table) }
        #expect(error?.faults.map(\.code) == [.doubledName, .invalidName])
        #expect(error?.faults.map(\.place.module) == ["B", "C"])
        let lines = "\(error.map { "\($0)" } ?? "")".split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "the table of events has 2 faults:")
        #expect(
            lines.dropFirst().allSatisfy { $0.hasPrefix("  EventsTests/DeclarationTests.swift:") })
        #expect(lines[1].contains("the name 'counted' of the event Counted of module A"))
    }

    @Test("posters and receivers may both declare an event")
    func repeatedDeclarationIsNoFault() throws {
        let table = EventTable()
        table.add(Counted.self, module: "A")
        table.add(Counted.self, module: "B")
        table.add(SignedIn.self, module: "B")
        let hub = try EventHub(table)
        #expect(hub.report.posts.map(\.name) == ["account.signedIn", "counted"])
    }

    #if !os(iOS)
        @Test("a type that was not declared traps at its first use, if its name is taken")
        func undeclaredDoubleTraps() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let hub = EventHub()
                hub.post(Counted(number: 1))
                hub.post(Other())
            }
            let report = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(report.contains("the events Counted and Other have the same name 'counted'"))
        }
    #endif

    @Test(
        "names and patterns",
        arguments: [
            ("account.signedIn", "account.signedIn", true), ("account.signedIn", "account.*", true),
            ("account.signedIn", "*", true), ("account.signedIn", "account.signedOut", false),
            ("account", "account.*", false), ("accounts.x", "account.*", false),
            ("account.a.b", "account.*", true),
        ])
    func patternsMatchNames(name: String, pattern: String, isMatch: Bool) {
        #expect(EventPattern(stringLiteral: pattern).matches(EventName(rawValue: name)) == isMatch)
        #expect("\(EventPattern(stringLiteral: pattern))" == pattern)
    }

    @Test(
        "valid names",
        arguments: [
            ("a", true), ("a.b-C.9", true), ("", false), (".", false), ("a.", false),
            ("a b", false),
            ("a_b", false), ("é", false), ("a.*", false),
        ])
    func syntaxOfNames(name: String, isValid: Bool) {
        #expect(EventName(rawValue: name).isValid == isValid)
    }
}
