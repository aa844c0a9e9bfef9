import SchedulableExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in, which only names the macros.
///
/// A test that uses a plug-in makes the build compile everything twice: for the compiler's machine
/// and for the program's. So the code of the macros is in a library, which the tests use.
@main
struct SchedulingMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        SchedulableMacro.self, SchedulableExtensionMacro.self,
        SchedulableMethodMacro.self, SchedulablePropertyMacro.self,
        ModelMacro.self, ModelMarkMacro.self,
    ]
}

// The compiler finds a macro by the name of its module, which is the plug-in's.
enum SchedulableMacro: ClassExpansion {}
enum SchedulableExtensionMacro: ExtensionExpansion {}
enum SchedulableMethodMacro: MethodExpansion {}
enum SchedulablePropertyMacro: PropertyExpansion {}
enum ModelMacro: ModelExpansion {}
enum ModelMarkMacro: ModelMarkExpansion {}
