package import Composition

/// A module that adds checks to `photopark doctor`.
package protocol DiagnosticModule: Module {
    /// The checks, in the order in which their findings are shown.
    var checks: [any DiagnosticCheck] { get }
}

extension ModuleAbility {
    /// The ability to diagnose, for reports; the doctor collects the checks.
    package static var diagnostics: ModuleAbility {
        ModuleAbility("diagnostics", of: (any DiagnosticModule).self)
    }
}
