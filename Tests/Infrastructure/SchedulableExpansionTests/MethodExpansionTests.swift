import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The code that is written into a method.
///
/// The line directives name the file in which the macro is expanded.
struct MethodExpansionTests {
    @Test func checkComesFirstAndTheBodyKeepsItsLines() {
        expectExpansion(
            of: """
                @SchedulableMethod
                func load(_ page: Int, of size: Int) {
                    // why
                    print(page)
                    print(size)
                }
                """,
            """
            func load(_ page: Int, of size: Int) {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .call, "load(_:of:)")
                }
            #sourceLocation(file: "test.swift", line: 4)
                print(page)
                print(size)
            #sourceLocation()
            }
            """)
    }

    @Test func onlyExpressionIsReturnedWhereItStands() {
        expectExpansion(
            of: """
                @SchedulableMethod
                func size() -> Int {
                            1
                }
                """,
            """
            func size() -> Int {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .value, "size()")
                }
            #sourceLocation(file: "test.swift", line: 3)
                 return 1
            #sourceLocation()
            }
            """)
    }

    @Test func captureListGoesIntoANestedFunction() {
        expectExpansion(
            of: """
                @SchedulableMethod
                func later() throws(Refusal) -> () -> Int {
                    { [weak self] in self?.page ?? 0 }
                }
                """,
            """
            func later() throws(Refusal) -> () -> Int {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .attempt, "later()")
                }
                func laterBody() throws(Refusal) -> () -> Int {
            #sourceLocation(file: "test.swift", line: 3)
                { [weak self] in self?.page ?? 0 }
            #sourceLocation()
                }
                return try laterBody()
            }
            """)
    }

    @Test func nestedFunctionHidesNoMemberAndKeepsTheMethodsName() {
        expectExpansion(
            of: """
                @SchedulableMethod
                func later(_ page: Int) {
                    laterBody { [weak self] in self?.log(#function) }
                }
                """,
            """
            func later(_ page: Int) {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .call, "later(_:)")
                }
                func laterBody_() {
            #sourceLocation(file: "test.swift", line: 3)
                laterBody { [weak self] in self?.log("later(_:)") }
            #sourceLocation()
                }
                laterBody_()
            }
            """)
    }

    @Test(arguments: [
        ("", ".call"), ("-> Void", ".call"), ("-> ()", ".call"), ("-> Int", ".value"),
        ("throws", ".attempt"), ("throws -> Int", ".attempt"), ("async", ".suspension"),
        ("async throws -> Int", ".suspension"), ("-> Signal<Int, Never>", ".signal"),
    ])
    func reportKnowsHowTheMethodIsUsed(_ signature: String, _ access: String) {
        expectExpansion(
            of: "@SchedulableMethod\nfunc use()\(signature.isEmpty ? "" : " " + signature) {}",
            """
            func use()\(signature.isEmpty ? "" : " " + signature) {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, \(access), "use()")
                }
            }
            """)
    }

    @Test func declarationInTheNestedFunctionKeepsItsOwnName() {
        expectExpansion(
            of: """
                @SchedulableMethod
                func later() {
                    func name() -> String { #function }
                    var title: String { #function }
                    struct Line {
                        let name = #function
                    }
                    run { [weak self] in self?.log(name(), #function, #line) }
                }
                """,
            """
            func later() {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .call, "later()")
                }
                func laterBody() {
            #sourceLocation(file: "test.swift", line: 3)
                func name() -> String { #function }
                var title: String { #function }
                struct Line {
                    let name = #function
                }
                run { [weak self] in self?.log(name(), "later()", #line) }
            #sourceLocation()
                }
                laterBody()
            }
            """)
    }

    @Test func bodyOfUnknownPlaceGetsNoDirectives() {
        expectExpansion(
            of: "@SchedulableExtension extension Feed {\nfunc size() -> Int {\n    1\n}\n}",
            """
            extension Feed {
            func size() -> Int {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .value, "size()")
                }
                return 1
            }
            }
            """)
    }

    @Test(arguments: ["init() {}", "func load()"])
    func onlyTheBodyOfAMethodGetsACheck(_ declaration: String) {
        expectExpansion(
            of: "@SchedulableMethod\n\(declaration)", declaration,
            diagnostics: [
                .init(
                    message: "@SchedulableMethod applies to methods, and is added by @Schedulable",
                    line: 1, column: 1)
            ])
    }
}
