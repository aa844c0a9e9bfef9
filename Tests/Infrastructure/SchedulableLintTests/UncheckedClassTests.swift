import Testing

/// The classes that a service is, or keeps, without the attribute.
struct UncheckedClassTests {
    private let bound = "the class 'Clock' is bound to a scheduler and lacks @Schedulable"
    private let kept =
        "'cache' of the service 'Service' keeps the class 'Clock', which lacks @Schedulable"
    private let clock = """
        final class Clock { static func made(on day: Int = 0) -> Self { Clock() } }
        protocol Ticking {}
        func makeClock() -> Clock { Clock() }
        func makeTicking() -> any Ticking { Clock() }
        """

    @Test(arguments: [
        "Clock()", "return Clock()", "try Clock()", "Clock.init()",
        "let s = Clock(); return s", "let s = Clock()\n s.start()\n return s",
        "let s: any Ticking = Clock(); return s", "let a = Clock(); let b = a; return b",
        "var s: Clock; s = load(); return s", "guard let s = Clock() else { return nil }; return s",
        "makeClock()", "return try makeClock()", "let s = makeClock(); return s", "Clock.made()",
        "Clock.made(on: 1)", "Clock() as any Ticking", "isDay ? Clock() : nil",
        "isDay ? nil : isNight ? Clock() : nil", "makeOther() ?? Clock()", "makeClock()!",
        "if isDay { return Clock() }; return nil", "{ Clock() }()",
    ])
    func boundValue(_ statements: String) {
        for call in ["SchedulerBound(on: work)", "SchedulerBound<Clock>(on: work)"] {
            #expect(faults("let bound = \(call) { \(statements) }", clock) == [bound])
        }
        #expect(
            faults("func load(_ plan: Plan) { plan.bind(ClockKey.self) { \(statements) } }", clock)
                == [bound])
    }

    @Test func valueOutsideOfTheClosure() {
        for parameter in ["_ s: sending Clock", "with s: Clock"] {
            #expect(
                faults("func bind(\(parameter)) { SchedulerBound(on: work) { s } }", clock)
                    == [bound])
        }
        for capture in ["s", "s = s"] {
            let binding = "SchedulerBound(on: work) { [\(capture)] in s }"
            #expect(faults("func bind() { let s = Clock(); \(binding) }", clock) == [bound])
        }
    }

    @Test func methodOfTheCallersType() {
        for call in ["make()", "self.make()", "Self.make()", "Maker.make()"] {
            #expect(
                faults(
                    """
                    struct Maker {
                        func bind() { SchedulerBound(on: work) { \(call) } }
                        func make() -> Clock { Clock() }
                    }
                    """, clock, "func make() -> Int { 0 }") == [bound])
        }
    }

    @Test(arguments: [
        "let s = Clock(); return Int(s.time)", "makeTicking()", "42",
        "let clock = Clock(); let use = { return clock }; return 1",
        "let makeClock = { 1 }; return makeClock()",
        "func makeClock() -> Int { 1 }; return makeClock()",
        "other.makeClock()", "Other.makeClock()",
    ])
    func notBound(_ statements: String) {
        #expect(faults("let bound = SchedulerBound(on: work) { \(statements) }", clock) == [])
    }

    @Test func overloadsWithDifferentResults() {
        #expect(
            faults(
                "let bound = SchedulerBound(on: work) { makeClock() }", clock,
                "func makeClock() -> Int { 1 }") == [])
    }

    @Test func otherCallsNamedBind() {
        #expect(faults("let bound = names.bind(label) { Clock() }", clock) == [])
    }

    @Test(arguments: [
        "let cache = makeClock()", "let cache = Clock.made()", "let cache = try! makeClock()",
        "let cache = Clock()", "let cache: Clock", "let cache: [Clock]", "let cache = makeClocks()",
        "let cache: any Ticking = Clock()", "let cache: any Ticking = makeClock()",
        "let cache = { let s = Clock(); return s }()", "let cache = Self.make()",
    ])
    func keptValue(_ property: String) {
        #expect(
            faults(
                "@Schedulable final class Service { \(property); "
                    + "static func make() -> Clock { Clock() } }", clock,
                "func makeClocks() -> [Clock] { [] }") == [kept])
    }

    @Test(arguments: [
        "let cache: any Ticking", "let cache = makeTicking()", "let cache = makeHandle()",
        "let cache = makeClock()  // not @Schedulable: has no state",
    ])
    func notKept(_ property: String) {
        #expect(
            faults(
                "@Schedulable final class Service {\n\(property)\n}", clock,
                "func makeHandle() -> SchedulerBound<Clock> { fatalError() }") == [])
    }
}
