import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import SchedulableExpansion

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
        "Model": MacroSpec(type: ModelMacro.self, conformances: ["Model"]),
        "PrimaryKey": MacroSpec(type: ModelMarkMacro.self),
        "ColumnName": MacroSpec(type: ModelMarkMacro.self),
    ]
    assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: macros,
        fixedSource: fixedSource,
        failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// The accessors that the macro writes for the property `page`.
let checkedAccessors = """
        @storageRestrictions(initializes: _page)
        init(initialValue) {
            _page = initialValue
        }
        get {
            if self.schedulerPin.home != SchedulerPin.current {
                self.schedulerPin.report(self, .value, "page")
            }
            return _page
        }
        set {
            if self.schedulerPin.home != SchedulerPin.current {
                self.schedulerPin.report(self, .write, "page")
            }
            _page = newValue
        }
        _modify {
            if self.schedulerPin.home != SchedulerPin.current {
                self.schedulerPin.report(self, .write, "page")
            }
            yield &_page
        }
    """

/// The same accessors, as the test support prints them behind observers.
let spacedAccessors = checkedAccessors.replacing("\n    get", with: "\n\n    get")
    .replacing("\n    set", with: "\n\n    set")
    .replacing("\n    _modify", with: "\n\n    _modify")

private enum SchedulableMacro: ClassExpansion {}
private enum SchedulableExtensionMacro: ExtensionExpansion {}
private enum SchedulableMethodMacro: MethodExpansion {}
private enum SchedulablePropertyMacro: PropertyExpansion {}
private enum ModelMacro: ModelExpansion {}
private enum ModelMarkMacro: ModelMarkExpansion {}
