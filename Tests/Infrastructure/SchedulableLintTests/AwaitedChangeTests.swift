import Testing

/// The changes of checked properties in place by `async` calls.
struct AwaitedChangeTests {
    /// The faults of a method of a class with the properties `names` and `list`.
    private func faultsInClass(_ method: String) -> [String] {
        faults(
            """
            @Schedulable
            class Clock {
                var names: [String] = []
                var list = List()
                let face = Face()
                static var count = [0]
                \(method)
            }
            """, declarations)
    }

    private let declarations = """
        struct List {
            var words: [String] = []
            var page = Page()
            mutating func load() async {}
            mutating func sort() {}
            func read() async {}
            nonisolated(nonsending) mutating func loadHere() async {}
            mutating func load(isolation: isolated (any Actor)? = #isolation) async -> Int { 0 }
            mutating func loadOf(isolation: isolated (any Actor)? = #isolation) async {}
        }
        struct Page {}
        extension Page: Loading {
            mutating func turn() async {}
        }
        protocol Loading {
            mutating func fetch() async
        }
        @Schedulable final class Face { var hand = Page() }
        final class Draft { var words: [String] = [] }  // not @Schedulable: it is an example
        func fill(_ names: inout [String]) async {}
        """

    @Test(arguments: [
        "await fill(&names)", "await fill(&self.names)", "await fill(&names[0].letters)",
        "try await fill(&names)", "await try fill(&names)", "let all = await fill(&names).count",
        "await fill(list, &names)", "{ await fill(&names) }()", "await (fill(&names))",
        "let all = await fill(&names).sorted()", "await use(fill(&names))",
        "let all = await list.read() + fill(&names)",
    ])
    func argument(_ statement: String) {
        #expect(
            faultsInClass("func fillAll() async { \(statement) }") == [change(of: "names")])
    }

    @Test(arguments: [
        "await list.load()", "await self.list.load()", "try await list.load()",
        "let all = await list.load()", "use(await list.load())", "await use(list.load())",
        "await list.load().magnitude", "await 1 + list.load()", "await clock.list.load()",
        "await clock?.list.load()",
    ])
    func mutatingMethod(_ statement: String) {
        #expect(
            faultsInClass("func loadAll(_ clock: Clock?) async { \(statement) }")
                == [change(of: "list")])
    }

    @Test(arguments: [
        "await list.page.turn()", "await list.page.fetch()", "await fill(&list.words)",
    ])
    func nestedValue(_ statement: String) {
        #expect(
            faultsInClass("func turn() async { \(statement) }") == [change(of: "list")])
    }

    @Test func objectInProperty() {
        #expect(
            faults(
                "@Schedulable class Clock { var draft: Draft; "
                    + "func a() async { await fill(&draft.words) } }", declarations) == [])
    }

    @Test func propertyOfAnotherService() {
        #expect(
            faultsInClass("func turn() async { await face.hand.turn() }") == [change(of: "hand")])
    }

    @Test(arguments: [
        ("var maybe: List?", "maybe?.load()"), ("var maybe: List!", "maybe!.load()"),
        ("var maybe: [List] = []", "maybe[0].load()"),
        ("var maybe: any Loading = Page()", "maybe.fetch()"),
        ("var maybe = makeList()", "maybe.load()"),
    ])
    func typeOfProperty(_ property: String, _ call: String) {
        #expect(
            faults(
                "@Schedulable class Clock { \(property); func a() async { await \(call) } }",
                "func makeList() -> List { List() }", declarations)
                == [change(of: "maybe")])
    }

    @Test func extensionsAndSubclasses() {
        let clock = "@Schedulable class Clock { var names: [String] = [] }"
        let use = "func fillAll() async { await fill(&names) }"
        for text in [
            "@SchedulableExtension extension Clock { \(use) }",
            "@Schedulable final class Watch: Clock { \(use) }",
        ] {
            #expect(faults(clock, text) == [change(of: "names")])
        }
    }

    @Test func classesOfTheSameNameInOneFile() {
        #expect(
            faults(
                """
                enum Day { @Schedulable class Clock {} }
                enum Night {
                    @Schedulable class Clock {
                        var names: [String] = []
                        func a() async { await fill(&names) }
                    }
                }
                """) == [change(of: "names")])
    }

    @Test func defaultImplementation() {
        #expect(
            faults(
                "@Schedulable class Clock: Named { var names: [String] = [] }",
                "protocol Named: AnyObject { var names: [String] { get set } }",
                "extension Named { func fillAll() async { await fill(&names) } }")
                == [change(of: "names")])
    }

    @Test(arguments: [
        "func a() async { var names = self.names; await fill(&names) }",
        "func a() async { var (names, _) = pair(); await fill(&names) }",
        "func a(names: inout [String]) async { await fill(&names) }",
        "func a(_ names: inout [String]) async { await fill(&names) }",
        "func a() async { var local = names; await fill(&local) }",
        "func a() async { if var names = more() { await fill(&names) } }",
        "func a() async { guard var names = more() else { return }; await fill(&names) }",
        "func a() async { while var names = more() { await fill(&names) } }",
        "func a() async { for var names in more() { await fill(&names) } }",
        "func a() async { switch more() { case .some(var names): await fill(&names) } }",
        "func a() async { if case .some(var names) = more() { await fill(&names) } }",
        "func a() async { await use { (names: inout [String]) in await fill(&names) } }",
        "func a() async { var names = 1; await use { await fill(&names) } }",
        "func a() async { func b(_ names: inout [String]) async { await fill(&names) } }",
        "func a() async { var list = List(); await list.load() }",
        "func a(list: inout List) async { await list.load() }",
        "static func a() async { await fill(&names) }",
        "func a() async { await list.read() }",
        "func a() async { await use(list.sort()) }",
        "func a() async { await list.loadHere() }",
        "func a() async { await list.loadOf() }",
        "func a() async { await list.missing() }",
        "func a() async { await names.load() }",
        "func a() async { await fill(&Self.count) }",
        "func a() async { await fill(&names) }  // on its scheduler: fill does not leave it",
        "func a() async { await list.load() }  // on its scheduler: load does not leave it",
    ])
    func notAChange(_ method: String) {
        #expect(faultsInClass(method) == [])
    }

    @Test(arguments: [
        "func a() async { if var names = more() { use(names) } else { await fill(&names) } }",
        "func a() async { if true { var names = 1 }; await fill(&names) }",
        "func a() async { use { names in 1 }; await fill(&names) }",
        "func a() async { var names = await fill(&names) }",
    ])
    func localOfAnotherScope(_ method: String) {
        #expect(faultsInClass(method) == [change(of: "names")])
    }

    @Test(arguments: ["struct", "actor", "final class", "enum"])
    func propertyOfAnotherType(_ kind: String) {
        #expect(
            faults(
                "@Schedulable class Clock { var names: [String] = [] }",
                """
                \(kind) Draft {  // not @Schedulable: has the same names
                    var names: [String] = []
                    func a() async { await fill(&names); await fill(&self.names) }
                }
                """) == [])
    }
}
