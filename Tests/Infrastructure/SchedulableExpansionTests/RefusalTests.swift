import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Code that cannot be checked is refused, with the line that would be correct.
struct RefusalTests {
    /// Expects that one member of an extension is refused, and what the fix-it makes of it.
    private func expectRefusal(
        of member: String, _ message: String, column: Int = 5, line: Int = 2, fix: String? = nil,
        fixed: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let around = { (member: String) in "extension Feed {\n    \(member)\n}" }
        expectExpansion(
            of: "@SchedulableExtension\n" + around(member), around(member),
            diagnostics: [
                .init(
                    message: message, line: line + 1, column: column,
                    fixIts: fix.map { [.init(message: $0)] } ?? [])
            ],
            fixedSource: fixed.map { "@SchedulableExtension\n" + around($0) },
            sourceLocation: sourceLocation)
    }

    private let insert = "insert 'checkScheduler()'"
    private let unchecked = "is not checked: its first statement must be 'checkScheduler()'"

    @Test func shorthandGetter() {
        expectRefusal(
            of: "var size: Int { 1 }", "'get' \(unchecked)", column: 19, fix: insert,
            fixed: "var size: Int { checkScheduler(); return 1 }")
        expectRefusal(
            of: "var size: Int {\n        1\n    }", "'get' \(unchecked)", column: 19, fix: insert,
            fixed: "var size: Int {\n        checkScheduler()\n        return 1\n    }")
    }

    @Test func setter() {
        expectRefusal(
            of: "subscript(index: Int) -> Int {\n        get { checkScheduler(); return 1 }\n"
                + "        set {\n            print(newValue)\n        }\n    }",
            "'set' \(unchecked)", column: 9, line: 4, fix: insert,
            fixed: "subscript(index: Int) -> Int {\n        get { checkScheduler(); return 1 }\n"
                + "        set {\n            checkScheduler()\n            print(newValue)\n"
                + "        }\n    }")
    }

    @Test func observersOfAnOverride() {
        expectRefusal(
            of: "override var size: Int { didSet { print(size) } }", "'didSet' \(unchecked)",
            column: 30,
            fix: insert,
            fixed: "override var size: Int { didSet { checkScheduler(); print(size) } }")
    }

    @Test func asynchronousMethod() {
        expectRefusal(
            of: "private func load() async {}",
            "an 'async' method leaves its caller's scheduler: "
                + "write 'nonisolated(nonsending)' before 'func'",
            fix: "write 'nonisolated(nonsending)'",
            fixed: "private nonisolated(nonsending) func load() async {}")
        expectRefusal(
            of: "func load() async {}",
            "an 'async' method leaves its caller's scheduler: "
                + "write 'nonisolated(nonsending)' before 'func'",
            fix: "write 'nonisolated(nonsending)'",
            fixed: "nonisolated(nonsending) func load() async {}")
    }

    @Test func asynchronousGetter() {
        expectRefusal(
            of: "var size: Int { get async { 1 } }",
            "an 'async' getter runs outside of the scheduler: "
                + "make it a 'nonisolated(nonsending)' method",
            column: 21)
    }

    @Test(arguments: [
        "nonisolated(nonsending) func load() async -> () -> Int { { [self] in size } }",
        "func load(_ body: () throws -> Void) rethrows -> () -> Int { { [self] in size } }",
        "func load(_ page: consuming Page) -> () -> Int { { [self] in size } }",
    ])
    func captureListThatCannotBeNested(_ member: String) {
        expectRefusal(
            of: member,
            "a macro cannot check this method, because a closure in it has a capture list: "
                + "its first statement must be 'checkScheduler()'",
            fix: insert, fixed: member.replacing("{ {", with: "{ checkScheduler(); return {"))
    }

    @Test func resultBuilder() {
        expectRefusal(
            of: "@ListBuilder func list() -> [Int] { 1 }",
            "a result builder's body cannot be checked: move it to a 'static' method, and call "
                + "that from 'list'"
        )
    }

    @Test func lazyProperty() {
        expectRefusal(
            of: "lazy var size = 1",
            "a lazy property cannot be checked: store an optional, and replace 'size' by a "
                + "method that sets it"
        )
    }

    @Test(arguments: [
        ("var size = 1 { didSet { var size = size; size += 1 } }", 33),
        ("var size: Int? { didSet { if let size { show(size) } } }", 38),
        ("var size = 1 { willSet(size) { show(size) } }", 28),
        ("var size = 1 { didSet { func size() {} } }", 34),
    ])
    func namesakeInObserver(_ member: String, _ column: Int) {
        expectRefusal(
            of: member,
            "an observer of 'size' cannot be checked if it declares another 'size': "
                + "rename the other one",
            column: column)
    }

    @Test func closureInAnObserverMayDeclareThePropertysName() {
        let observer = """
            didSet {
                    later {
                        let page = 1
                        show(page)
                    }
                }
            """
        expectExpansion(
            of: "@SchedulableExtension extension Feed {\nvar page: Int {\n    \(observer)\n}\n}",
            "extension Feed {\nvar page: Int {\n    \(observer)\n\(spacedAccessors)\n}\n\n"
                + "private var _page: Int {\n    \(observer)\n}\n}")
    }

    @Test func wrappedProperty() {
        expectRefusal(
            of: "@Clamped var size = 1",
            "a property with a wrapper cannot be checked: store the wrapper itself in a 'var', "
                + "and use its 'wrappedValue' instead of 'size'")
    }

    @Test(arguments: ["var (size, count) = (1, 2)", "var size = 1, count = 2"])
    func severalVariables(_ member: String) {
        expectRefusal(
            of: member, "a checked property must be declared alone: write one 'var' for each")
    }

    @Test func unsafeVariable() {
        let message =
            "a 'nonisolated(unsafe)' variable is not checked: remove the modifier, "
            + "or store the value in a 'let' of a Sendable type"
        let fix = "remove 'nonisolated(unsafe)'"
        expectRefusal(
            of: "nonisolated(unsafe) var size = 1", message, fix: fix, fixed: "var size = 1")
        expectRefusal(
            of: "private nonisolated(unsafe) static var size = 1", message, column: 13, fix: fix,
            fixed: "private static var size = 1")
    }

    @Test func uncheckedDeinit() {
        expectRefusal(
            of: "deinit { close() }",
            "'deinit' is not checked, and runs where the last reference is released: its first "
                + "statement must be 'checkScheduler(.release)', or it must be 'nonisolated' if "
                + "every thread may run it",
            fix: "insert 'checkScheduler(.release)'",
            fixed: "deinit { checkScheduler(.release); close() }")
    }

    @Test func nestedClass() {
        expectRefusal(
            of: "final class Page {}",
            "'Page' is inside a checked class and is not checked itself: write '@Schedulable' "
                + "before it, or '// not @Schedulable: ' and the reason on its line",
            column: 17, fix: "write '@Schedulable'", fixed: "@Schedulable final class Page {}")
    }

    @Test(arguments: [
        "final class Page: Sendable {}", "@MainActor final class Page {}",
        "final class Page {  // not @Schedulable: a page is drawn 60 times a second\n    }",
        "nonisolated deinit { close() }",
    ])
    func memberThatNeedsNoCheck(_ member: String) {
        expectExpansion(
            of: "@SchedulableExtension\nextension Feed {\n    \(member)\n}",
            "extension Feed {\n    \(member)\n}")
    }

    @Test(arguments: [
        ("schedulerPin", "var schedulerPin = 1"), ("checkScheduler", "func checkScheduler() {}"),
    ])
    func ownCheck(_ name: String, _ member: String) {
        expectRefusal(
            of: member,
            "'\(name)' belongs to the library: a member of the class would replace its check"
        )
    }

    @Test func exclusivity() {
        expectRefusal(
            of: "@exclusivity(unchecked) var size = 1",
            "a checked property has accessors: "
                + "write '@SchedulableProperty(exclusivity: .unchecked)' "
                + "instead of '@exclusivity(unchecked)'",
            fix: "write '@SchedulableProperty(exclusivity: .unchecked)'",
            fixed: "@SchedulableProperty(exclusivity: .unchecked) var size = 1")
    }
}
