import SwiftSyntax

/// A place where no check can be written, with its diagnostic.
struct SchedulableFault {
    let place: any SyntaxProtocol
    let diagnostic: SchedulableDiagnostic

    init(_ place: some SyntaxProtocol, _ diagnostic: SchedulableDiagnostic) {
        self.place = place
        self.diagnostic = diagnostic
    }
}
