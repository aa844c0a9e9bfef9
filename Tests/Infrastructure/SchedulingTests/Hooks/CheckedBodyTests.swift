import Scheduling
import SchedulingTestKit
import Synchronization
import Testing

private enum Refusal: Error { case refused(Int) }

/// One method for each way in which a check before a body could change what the body means.
@Schedulable
private final class Bodies {
    var value = 3
    var made = 0
    var counted = Bodies.count()
    var `default` = 1

    static let counts = Atomic(0)
    static func count() -> Int { counts.wrappingAdd(1, ordering: .relaxed).newValue }

    func expression() -> Int { value + 1 }
    func spreadOut() -> Int {
        // a comment before the expression
        value
            + 1
    }
    func chosen(_ condition: Bool) -> String { if condition { "yes" } else { "no" } }
    func returned(_ condition: Bool) -> String {
        if condition { return "yes" } else { return "no" }
    }
    func switched(_ number: Int) throws -> String {
        switch number {
        case 0: "none"
        case 1: throw Refusal.refused(1)
        default: "many"
        }
    }
    func conditional() -> Int {
        #if os(Linux)
            value
        #else
            value + 0
        #endif
    }
    func typed() throws(Refusal) -> Int { throw .refused(2) }
    func opaque() -> some Collection<Int> { [value, value] }
    func generic<Element: Hashable>(_ elements: [Element]) -> Set<Element> { Set(elements) }
    func variadic(_ numbers: Int...) -> Int { numbers.reduce(0, +) }
    func passing(_ body: () throws -> Int) rethrows -> Int { try body() }
    func changing(_ number: inout Int) { number += value }
    @discardableResult func discarded() -> Int {
        made += 1
        return made
    }
    func void() -> Void { discarded() }
    func itself() -> Self { self }
    func closure() -> () -> Int { { [value] in value } }
    func weakly() -> () -> Int? { { [weak self] in self?.value } }
    func changingWithCapture(_ number: inout Int) throws(Refusal) -> Int {
        let capture = { [value] in value }
        number += capture()
        guard number < 10 else { throw .refused(number) }
        return number
    }
    func caught() -> Int {
        do {
            return try typed()
        } catch {
            switch error {
            case .refused(let number): return number
            }
        }
    }
    func namedWithCapture(_ times: Int) -> [String] {
        (0..<times).map { [value] _ in "\(value) \(#function)" }
    }
    func fetch() -> Int { [1].map { [value] in $0 + value }[0] + fetchBody() }
    func fetchBody() -> Int { 100 }
    var clamped = 0 {
        didSet { clamped = min(self.clamped, 10) }
    }
    var doubled: [Int] = [] {
        didSet { self.doubled += oldValue }
    }
    func escaped(`in` text: String) -> String { text }
    func named() -> String { #function }
    static let linesBefore: UInt = #line
    func place() -> UInt { return #line }
    func empty() {}
}

@Suite(.serialized) struct CheckedBodyTests {
    private func bodies<Result>(_ body: (Bodies) throws -> Result) rethrows -> Result {
        try VirtualScheduler(name: "home").enter { try body(Bodies()) }
    }

    @Test func onlyExpressionIsStillTheResult() {
        #expect(bodies { $0.expression() } == 4)
        #expect(bodies { $0.spreadOut() } == 4)
        #expect(bodies { $0.conditional() } == 3)
        #expect(bodies { Array($0.opaque()) } == [3, 3])
        #expect(bodies { $0.generic([1, 1]) } == [1])
    }

    @Test func branchesAreStillTheResult() throws {
        #expect(bodies { $0.chosen(true) + $0.chosen(false) } == "yesno")
        #expect(bodies { $0.returned(true) + $0.returned(false) } == "yesno")
        #expect(try bodies { try $0.switched(0) + $0.switched(2) } == "nonemany")
        #expect(throws: Refusal.self) { try bodies { try $0.switched(1) } }
    }

    @Test func effectsAreKept() {
        #expect(bodies { $0.caught() } == 2)
        #expect(bodies { $0.passing { 5 } } == 5)
        #expect(bodies { $0.variadic(1, 2, 3) } == 6)
        bodies { bodies in
            bodies.void()
            bodies.discarded()
            #expect(bodies.made == 2)
            #expect(bodies.itself() === bodies)
        }
    }

    @Test func captureListsAreKept() throws {
        #expect(bodies { $0.closure()() } == 3)
        let orphan = bodies { $0.weakly() }
        #expect(orphan() == nil)
        try bodies { bodies throws in
            var number = 1
            let changed = try bodies.changingWithCapture(&number)
            #expect(changed == 4)
            #expect(number == 4)
            number = 9
            #expect(throws: Refusal.self) { try bodies.changingWithCapture(&number) }
        }
    }

    @Test func captureListHidesNoMember() {
        #expect(bodies { $0.fetch() } == 104)
    }

    @Test func observerAssignsItsPropertyWithoutBeingCalledAgain() {
        bodies { bodies in
            bodies.clamped = 50
            #expect(bodies.clamped == 10)
            bodies.doubled = [1]
            bodies.doubled.append(2)
            #expect(bodies.doubled == [1, 2, 1])
        }
    }

    @Test func inoutParameterIsChanged() {
        bodies { bodies in
            var number = 1
            bodies.changing(&number)
            #expect(number == 4)
            bodies.changing(&bodies.default)
            #expect(bodies.default == 4)
        }
    }

    @Test func functionKeepsItsNameAndItsLine() {
        #expect(bodies { $0.named() } == "named()")
        #expect(bodies { $0.namedWithCapture(1) } == ["3 namedWithCapture(_:)"])
        #expect(bodies { $0.place() } == Bodies.linesBefore + 1)
        #expect(bodies { $0.escaped(in: "text") } == "text")
    }

    @Test func initialValueIsMadeOnce() {
        bodies { bodies in
            let before = bodies.counted
            #expect(Bodies().counted == before + 1)
        }
    }
}
