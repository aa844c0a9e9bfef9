import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The reason why a declaration cannot be checked, and the remedy.
struct SchedulableDiagnostic: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    let fixIt: FixIt?

    var severity: DiagnosticSeverity { .error }

    init(_ id: String, _ message: String, _ fixIt: FixIt? = nil) {
        self.message = message
        diagnosticID = MessageID(domain: "Scheduling", id: id)
        self.fixIt = fixIt
    }

    static let notAClass = SchedulableDiagnostic(
        "notAClass",
        "@Schedulable applies to classes: a value has no scheduler, and an actor has its own")

    static let classMacroOnExtension = SchedulableDiagnostic(
        "classMacroOnExtension", "an extension of a @Schedulable class needs @SchedulableExtension")

    static let notAMethod = SchedulableDiagnostic(
        "notAMethod", "@SchedulableMethod applies to methods, and is added by @Schedulable")

    static let notAStoredProperty = SchedulableDiagnostic(
        "notAStoredProperty",
        "@SchedulableProperty applies to stored properties, and is added by @Schedulable")

    static let severalVariables = SchedulableDiagnostic(
        "severalVariables", "a checked property must be declared alone: write one 'var' for each")

    static let asynchronousGetter = SchedulableDiagnostic(
        "asynchronousGetter",
        "an 'async' getter runs outside of the scheduler: "
            + "make it a 'nonisolated(nonsending)' method")

    static func lazyVariable(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "lazyVariable",
            "a lazy property cannot be checked: store an optional, and replace '\(name)' by a "
                + "method that sets it"
        )
    }

    static func wrappedVariable(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "wrappedVariable",
            "a property with a wrapper cannot be checked: store the wrapper itself in a 'var', "
                + "and use its 'wrappedValue' instead of '\(name)'"
        )
    }

    static func namesakeInObserver(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "namesakeInObserver",
            "an observer of '\(name)' cannot be checked if it declares another '\(name)': "
                + "rename the other one"
        )
    }

    static func resultBuilder(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "resultBuilder",
            "a result builder's body cannot be checked: move it to a 'static' method, and call "
                + "that from '\(name)'"
        )
    }

    static func asynchronousMethod(_ function: FunctionDeclSyntax) -> SchedulableDiagnostic {
        var isolated = function
        let modifier = DeclModifierSyntax(
            leadingTrivia: function.modifiers.isEmpty ? function.funcKeyword.leadingTrivia : [],
            name: .keyword(.nonisolated),
            detail: DeclModifierDetailSyntax(detail: .identifier("nonsending")),
            trailingTrivia: .space)
        if function.modifiers.isEmpty { isolated.funcKeyword.leadingTrivia = [] }
        isolated.modifiers.append(modifier)
        return SchedulableDiagnostic(
            "asynchronousMethod",
            "an 'async' method leaves its caller's scheduler: "
                + "write 'nonisolated(nonsending)' before 'func'",
            .replacing(function, by: isolated, "write 'nonisolated(nonsending)'"))
    }

    /// Diagnoses a capture list in a method that cannot become a nested function.
    ///
    /// The compiler refuses a capture list in a body that a macro wrote.
    static func captureList(in function: FunctionDeclSyntax, _ body: CodeBlockSyntax)
        -> SchedulableDiagnostic
    {
        let statements = HandWrittenCheck.inserted(in: body.statements, answers: function.answers)
        let checked = function.with(\.body, body.with(\.statements, statements))
        return SchedulableDiagnostic(
            "captureList",
            "a macro cannot check this method, because a closure in it has a capture list: "
                + "its first statement must be '\(HandWrittenCheck.call)'",
            .replacing(function, by: checked))
    }

    static func uncheckedAccessor(_ accessor: String, _ fixIt: FixIt) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "uncheckedAccessor",
            "'\(accessor)' is not checked: its first statement must be '\(HandWrittenCheck.call)'",
            fixIt)
    }
}

/// The message of a fix-it.
private struct FixItText: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "Scheduling", id: "offer") }
}

extension FixIt {
    /// Returns a fix-it that replaces a node and is described by `message`.
    static func replacing(
        _ old: some SyntaxProtocol, by new: some SyntaxProtocol,
        _ message: String = "insert '\(HandWrittenCheck.call)'"
    ) -> FixIt {
        FixIt(
            message: FixItText(message: message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}

extension MacroExpansionContext {
    func diagnose(_ place: some SyntaxProtocol, _ diagnostic: SchedulableDiagnostic) {
        diagnose(
            Diagnostic(
                node: place, message: diagnostic, fixIts: diagnostic.fixIt.map { [$0] } ?? []))
    }
}
