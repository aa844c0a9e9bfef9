import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The declarations that a schedulable class must not contain, and those that cannot be one.
struct ClassRefusalTests {
    /// Expects the expansion of a class with the property `page`, and its diagnostics.
    private func expectClass(
        _ heading: String = "final class Feed", with member: String,
        diagnostics: [DiagnosticSpec] = [], fixed: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let source = { (member: String) in
            "@SchedulableSubclass \(heading) {\nvar page = 1\n\(member)\n}"
        }
        expectExpansion(
            of: source(member),
            "\(heading) {\nvar page {\n\(checkedAccessors)\n}\n\nprivate var _page = 1\n"
                + "\(member)\n}",
            diagnostics: diagnostics, fixedSource: fixed.map(source),
            sourceLocation: sourceLocation)
    }

    @Test func classMacroOnAnExtension() {
        expectExpansion(
            of: "@Schedulable extension Feed {}", "extension Feed {}",
            diagnostics: [
                .init(
                    message: "an extension of a @Schedulable class needs @SchedulableExtension",
                    line: 1, column: 1)
            ])
    }

    @Test func privateClassInsideAType() {
        let source = { (access: String) in
            "enum Library {\n    @SchedulableSubclass \(access) final class Feed {}\n}"
        }
        expectExpansion(
            of: source("private"), "enum Library {\n    private final class Feed {}\n}",
            diagnostics: [
                .init(
                    message: "@Schedulable cannot name a private class inside another type: "
                        + "write 'fileprivate'",
                    line: 2, column: 46, fixIts: [.init(message: "write 'fileprivate'")])
            ],
            fixedSource: source("fileprivate"))
    }

    @Test(arguments: [
        ("static func reset(_ feed: Feed) { feed._page = 0 }", 40),
        ("nonisolated func peek() -> Int { _page }", 34),
        ("init() { self._page = 2 }", 15),
    ])
    func storageUse(_ member: String, _ column: Int) {
        expectClass(
            with: member,
            diagnostics: [
                .init(
                    message: "'_page' is the unchecked storage of 'page': use 'page'",
                    line: 3, column: column, fixIts: [.init(message: "use 'page'")])
            ],
            fixed: member.replacing("_page", with: "page"))
    }

    @Test(arguments: [
        "nonisolated func peek() -> Int { _size }", "init() { page = 2 }",
    ])
    func nameOfNoStorage(_ member: String) {
        expectClass(with: member)
    }

    @Test(arguments: [
        ("Encodable", "", "encode(to:)"), ("Decodable", "", "init(from:)"),
        ("Codable", "", "encode(to:)"),
        (
            "Swift.Codable", "func encode(to encoder: any Encoder) throws { checkScheduler() }",
            "init(from:)"
        ),
    ])
    func synthesisedCoding(_ conformance: String, _ member: String, _ synthesised: String) {
        expectClass(
            "final class Feed: \(conformance)", with: member,
            diagnostics: [
                .init(
                    message: "a synthesised '\(synthesised)' bypasses the check, "
                        + "and its format has the names of the storage, '_…': "
                        + "write '\(synthesised)'",
                    line: 1, column: 40)
            ])
    }

    @Test func codingThatIsWrittenOut() {
        expectClass(
            "final class Feed: Codable",
            with: "func encode(to encoder: any Encoder) throws { checkScheduler() }\n"
                + "init(from decoder: any Decoder) throws { page = 1 }")
    }

    @Test func codingWithoutAVariable() {
        let feed = "final class Feed: Codable {\n    let page = 1\n}"
        expectExpansion(of: "@SchedulableSubclass \(feed)", feed)
    }

    @Test(arguments: [
        (
            "@SchedulableSubclass final class Feed: Page, Schedulable {}", 46,
            "@Schedulable adds the conformance to 'Schedulable': remove this one, "
                + "so that the library's check is used"
        ),
        (
            "@SchedulableSubclass @Observable final class Feed {}", 22,
            "members that '@Observable' adds cannot be checked: remove one of the attributes"
        ),
    ])
    func refusedClass(_ source: String, _ column: Int, _ message: String) {
        expectExpansion(
            of: source, source.replacing("@SchedulableSubclass ", with: ""),
            diagnostics: [.init(message: message, line: 1, column: column)])
    }

    @Test func sendableClass() {
        expectExpansion(
            of: "@SchedulableSubclass final class Feed: Page, @unchecked Sendable {}",
            "final class Feed: Page, @unchecked Sendable {}",
            diagnostics: [
                .init(
                    message: "'Feed' lives on one scheduler, so it cannot be Sendable: "
                        + "pass SchedulerBound<Feed> to other schedulers",
                    line: 1, column: 46)
            ])
    }
}
