import SwiftSyntax

/// The meaning of attributes by naming conventions: a macro sees the name of an attribute only.
extension AttributeListSyntax {
    /// Whether a global actor is among the attributes.
    var nameActor: Bool {
        names.contains { $0.1.hasSuffix("Actor") }
    }

    /// The result builder among the attributes.
    ///
    /// It treats the statements of a body as parts of a value.
    var resultBuilder: AttributeSyntax? {
        names.first { $0.1.hasSuffix("Builder") }?.0
    }

    /// An attribute that may be a property wrapper, or another macro that writes accessors.
    ///
    /// Its name is capitalised and not the name of an actor.
    var wrapper: AttributeSyntax? {
        names.first {
            $0.1.first?.isUppercase == true && !$0.1.hasSuffix("Actor")
                && !Self.harmless.contains($0.1)
        }?.0
    }

    /// The attributes that may be other macros of a class.
    ///
    /// Their names are capitalised and not the names of actors.
    var foreignMacros: [AttributeSyntax] {
        names.filter {
            $0.1.first?.isUppercase == true && !$0.1.hasSuffix("Actor")
        }.map(\.0)
    }

    /// Returns the attribute with a name; `nil` where it is missing.
    func attribute(named name: String) -> AttributeSyntax? {
        names.first { $0.1 == name }?.0
    }

    private static let harmless: Set<String> = [
        "SchedulableProperty", "IBOutlet", "IBInspectable", "GKInspectable",
    ]

    /// The attributes with their names, without a module prefix.
    private var names: [(AttributeSyntax, String)] {
        compactMap { element in
            guard case .attribute(let attribute) = element else { return nil }
            let name = attribute.attributeName.trimmedDescription
            return (attribute, String(name.split(separator: ".").last ?? ""))
        }
    }
}
