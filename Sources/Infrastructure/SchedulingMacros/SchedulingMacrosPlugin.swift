import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SchedulingMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        SchedulableMacro.self, SchedulableExtensionMacro.self,
        SchedulableMethodMacro.self, SchedulablePropertyMacro.self,
    ]
}
