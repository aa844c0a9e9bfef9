import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Diagnostics for a class as a whole, and for the declarations inside it.
extension SchedulableDiagnostic {
    static let statedConformance = SchedulableDiagnostic(
        "statedConformance",
        "@Schedulable adds the conformance to 'Schedulable': remove this one, so that the "
            + "library's check is used"
    )

    static func ownCheck(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "ownCheck",
            "'\(name)' belongs to the library: a member of the class would replace its check"
        )
    }

    static func sendableService(_ name: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "sendableService",
            "'\(name)' lives on one scheduler, so it cannot be Sendable: pass "
                + "SchedulerBound<\(name)> to other schedulers"
        )
    }

    static func foreignMacro(_ attribute: AttributeSyntax) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "foreignMacro",
            "members that '\(attribute.trimmedDescription)' adds cannot be checked: "
                + "remove one of the attributes"
        )
    }

    static func storageUse(_ use: DeclReferenceExprSyntax, of property: String)
        -> SchedulableDiagnostic
    {
        let checked = use.with(\.baseName, use.baseName.with(\.tokenKind, .identifier(property)))
        return SchedulableDiagnostic(
            "storageUse",
            "'_\(property)' is the unchecked storage of '\(property)': use '\(property)'",
            .replacing(use, by: checked, "use '\(property)'"))
    }

    static func synthesisedCoding(_ member: String) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "synthesisedCoding",
            "a synthesised '\(member)' bypasses the check, and its format has the names of the "
                + "storage, '_…': write '\(member)'"
        )
    }

    static func unsafeVariable(_ variable: VariableDeclSyntax) -> SchedulableDiagnostic {
        let message =
            "a 'nonisolated(unsafe)' variable is not checked: remove the modifier, or store the "
            + "value in a 'let' of a Sendable type"
        var checked = variable
        checked.modifiers = checked.modifiers.filter { $0.detail?.detail.text != "unsafe" }
        if checked.modifiers.isEmpty {
            checked.bindingSpecifier.leadingTrivia = variable.modifiers.leadingTrivia
        }
        return SchedulableDiagnostic(
            "unsafeVariable", message,
            .replacing(variable, by: checked, "remove 'nonisolated(unsafe)'"))
    }

    static func uncheckedDeinit(_ call: String, _ fixIt: FixIt) -> SchedulableDiagnostic {
        SchedulableDiagnostic(
            "uncheckedDeinit",
            "'deinit' is not checked, and runs where the last reference is released: its first "
                + "statement must be '\(call)', or it must be 'nonisolated' if every thread may "
                + "run it", fixIt)
    }

    static func nestedClass(_ nested: ClassDeclSyntax) -> SchedulableDiagnostic {
        var checked = nested
        checked.leadingTrivia = []
        let attribute: AttributeSyntax = "@Schedulable"
        checked.attributes.insert(
            .attribute(attribute.with(\.trailingTrivia, .space)), at: checked.attributes.startIndex)
        checked.leadingTrivia = nested.leadingTrivia
        return SchedulableDiagnostic(
            "nestedClass",
            "'\(nested.name.text)' is inside a checked class and is not checked itself: write "
                + "'@Schedulable' before it, or '// not @Schedulable: ' and the reason on its line",
            .replacing(nested, by: checked, "write '@Schedulable'"))
    }

    /// Diagnoses a private class inside another type.
    ///
    /// The conformance is an extension at file scope, where such a class cannot be named.
    static func privateClass(_ nested: ClassDeclSyntax) -> SchedulableDiagnostic {
        var visible = nested
        visible.modifiers = DeclModifierListSyntax(
            nested.modifiers.map { modifier in
                guard modifier.name.tokenKind == .keyword(.private) else { return modifier }
                return modifier.with(
                    \.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate)))
            })
        return SchedulableDiagnostic(
            "privateClass",
            "@Schedulable cannot name a private class inside another type: write 'fileprivate'",
            .replacing(nested, by: visible, "write 'fileprivate'"))
    }

    /// Diagnoses an attribute for stored properties on a property that gets accessors.
    static func exclusivity(_ attribute: AttributeSyntax, of variable: VariableDeclSyntax)
        -> SchedulableDiagnostic
    {
        let replacement: AttributeSyntax = "@SchedulableProperty(exclusivity: .unchecked)"
        return SchedulableDiagnostic(
            "exclusivity",
            "a checked property has accessors: write '\(replacement)' instead of "
                + "'\(attribute.trimmedDescription)'",
            .replacing(
                attribute,
                by: replacement.with(\.leadingTrivia, attribute.leadingTrivia)
                    .with(\.trailingTrivia, attribute.trailingTrivia),
                "write '\(replacement)'"))
    }
}
