import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The expansion of a stored property.
struct PropertyExpansionTests {
    @Test func storedPropertyIsHiddenBehindCheckedAccessors() {
        expectExpansion(
            of: "@SchedulableProperty\npublic private(set) var page: Int",
            "public private(set) var page: Int {\n\(checkedAccessors)\n}\n\nprivate var _page: Int")
    }

    @Test func initialValueMovesToTheStorage() {
        expectExpansion(
            of: "@SchedulableProperty\nvar page = 1",
            "var page {\n\(checkedAccessors)\n}\n\nprivate var _page = 1")
    }

    @Test func ownershipMovesToTheStorage() {
        expectExpansion(
            of: "@SchedulableProperty\nweak var page: Page?",
            "weak var page: Page? {\n\(checkedAccessors)\n}\n\nprivate weak var _page: Page?")
    }

    @Test func observersMoveToTheStorage() {
        expectExpansion(
            of: "@SchedulableProperty\nvar page: Int {\n    didSet {\n        show()\n    }\n}",
            "var page: Int {\n    didSet {\n        show()\n    }\n\(spacedAccessors)\n}\n\n"
                + "private var _page: Int {\n    didSet {\n        show()\n    }\n}")
    }

    @Test func observerAssignsItsOwnStorage() {
        let observed = """
            didSet {
                    page = min(self.page, other.page)
                    later {
                        page = 1
                    }
                }
            """
        let moved = observed.replacing(
            "page = min(self.page, other", with: "_page = min(self._page, other")
        expectExpansion(
            of: "@SchedulableProperty\nvar page: Int {\n    \(observed)\n}",
            "var page: Int {\n    \(observed)\n\(spacedAccessors)\n}\n\n"
                + "private var _page: Int {\n    \(moved)\n}")
    }

    @Test(arguments: [
        ("page = max(page, oldValue)", "_page = max(_page, oldValue)"),
        ("self.page += 1", "self._page += 1"),
        ("page.clear()", "_page.clear()"),
        ("other.page = page", "other.page = _page"),
        ("self.other.page = page", "self.other.page = _page"),
        ("page(at: page)", "page(at: _page)"),
        ("self.page(at: page)", "self.page(at: _page)"),
        ("use(page(at:))", "use(page(at:))"),
        ("show(\\Feed.page)", "show(\\Feed.page)"),
        (
            "func add() {\n            page += 1\n        }\n        add()",
            "func add() {\n            page += 1\n        }\n        add()"
        ),
    ])
    func onlyThePropertyItselfIsReplacedByItsStorage(_ written: String, _ moved: String) {
        let observer = { (statement: String) in "didSet {\n        \(statement)\n    }" }
        expectExpansion(
            of: "@SchedulableProperty\nvar page: Int {\n    \(observer(written))\n}",
            "var page: Int {\n    \(observer(written))\n\(spacedAccessors)\n}\n\n"
                + "private var _page: Int {\n    \(observer(moved))\n}")
    }

    @Test(arguments: [
        ("(exclusivity: .unchecked)", "@exclusivity(unchecked) "), ("(exclusivity: .checked)", ""),
    ])
    func exclusivityIsThatOfTheStorage(_ argument: String, _ attribute: String) {
        expectExpansion(
            of: "@SchedulableProperty\(argument)\nvar page: Int",
            "var page: Int {\n\(checkedAccessors)\n}\n\n\(attribute)private var _page: Int")
    }

    @Test func patternGetsNoAccessors() {
        expectExpansion(
            of: "@SchedulableProperty\nvar (page, size) = (1, 2)", "var (page, size) = (1, 2)",
            diagnostics: [
                .init(
                    message: "@SchedulableProperty applies to stored properties, "
                        + "and is added by @Schedulable",
                    line: 1, column: 1)
            ])
    }
}
