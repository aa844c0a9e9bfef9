import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import SchedulingMacros

/// Expands the macros of schedulable classes in `source`, and compares.
func expectExpansion(
    of source: String, _ expanded: String, diagnostics: [DiagnosticSpec] = [],
    fixedSource: String? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let macros = [
        "Schedulable": MacroSpec(type: SchedulableMacro.self, conformances: ["Schedulable"]),
        "SchedulableSubclass": MacroSpec(type: SchedulableMacro.self),
        "SchedulableExtension": MacroSpec(type: SchedulableExtensionMacro.self),
        "SchedulableMethod": MacroSpec(type: SchedulableMethodMacro.self),
        "SchedulableProperty": MacroSpec(type: SchedulablePropertyMacro.self),
    ]
    assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: macros,
        fixedSource: fixedSource,
        failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}
