import Testing

/// The result of a body stays its result behind the check.
struct ImplicitReturnTests {
    /// Expects how the body of a method with a result expands.
    private func expectBody(
        _ body: String, becomes expanded: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectExpansion(
            of: "@SchedulableMethod\nfunc size() throws -> Int {\n\(body)\n}",
            """
            func size() throws -> Int {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .attempt, "size()")
                }
            #sourceLocation(file: "test.swift", line: 3)
            \(expanded)
            #sourceLocation()
            }
            """,
            sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        "if isOpen { 1 } else { 2 }",
        "if isOpen { 1 } else if isFull { 2 } else { 3 }",
        "if isOpen { if isFull { 1 } else { 2 } } else { 3 }",
        "if isOpen { 1 } else { throw Closed() }",
        "switch state {\n    case .open: 1\n    case .full: if isOld { 2 } else { 3 }\n    }",
        "switch state {\n    case .open: 1\n    case .closed: throw Closed()\n    }",
    ])
    func choiceOfResultsIsReturned(_ choice: String) {
        expectBody("    \(choice)", becomes: "return \(choice)")
    }

    @Test(arguments: [
        "if isOpen { return 1 } else { return 2 }",
        "if isOpen { fatalError() } else { return 2 }",
        "if isOpen { fatalError() } else if isFull { return 2 } else { return 3 }",
        "if isOpen { log(); return 1 } else { throw Closed() }",
        "if isOpen {\n    #if DEBUG\n    return 1\n    #else\n    return 2\n    #endif\n    } "
            + "else { throw Closed() }",
        "switch state {\n    case .open: return 1\n    case .closed: throw Closed()\n    }",
        "throw Closed()",
        "log()\n    return 1",
    ])
    func bodyThatReturnsByItselfStaysAsItIs(_ statements: String) {
        expectBody("    \(statements)", becomes: "    \(statements)")
    }

    @Test(arguments: ["if isOpen { 1 }", "let size = 1"])
    func bodyWithoutAResultIsLeftToTheCompiler(_ statement: String) {
        expectBody("    \(statement)", becomes: "    \(statement)")
    }

    @Test func aSwitchWithConditionalCasesIsReturned() {
        let choice = """
                switch state {
                #if DEBUG
                case .open: 1
                #endif
                default: 2
                }
            """
        expectBody(choice, becomes: "return \(choice.dropFirst(4))")
    }

    @Test(arguments: ["fatalError()", "preconditionFailure(\"closed\")"])
    func aBodyThatTrapsGetsNoReturn(_ body: String) {
        expectBody("    \(body)", becomes: "    \(body)")
    }

    @Test func eachClauseOfAConditionalBodyReturnsItsResult() {
        expectBody(
            """
                #if DEBUG
                1
                #elseif os(Linux)
                if isOpen { 2 } else { 3 }
                #else
                log()
                return 4
                #endif
            """,
            becomes: """
                #if DEBUG
                    return 1
                    #elseif os(Linux)
                    return if isOpen { 2 } else { 3 }
                    #else
                    log()
                    return 4
                    #endif
                """)
    }

    @Test func methodWithoutAResultReturnsNothing() {
        expectExpansion(
            of: "@SchedulableMethod\nfunc close() {\n    finish()\n}",
            """
            func close() {

                if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                    self.schedulerPin.enter(self, .call, "close()")
                }
            #sourceLocation(file: "test.swift", line: 3)
                finish()
            #sourceLocation()
            }
            """)
    }
}
