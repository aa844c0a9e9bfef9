import SwiftSyntax

/// A macro sees an attribute's name and not what it stands for; these are the conventions that tell.
extension AttributeListSyntax {
    /// Whether a global actor is among the attributes.
    var nameActor: Bool {
        names.contains { $0.1.hasSuffix("Actor") }
    }

    /// A result builder, which takes the statements of a body for parts of a value.
    var resultBuilder: AttributeSyntax? {
        names.first { $0.1.hasSuffix("Builder") }?.0
    }

    /// What may be a property wrapper, or another macro that writes accessors: a capitalised name that is no actor's.
    var wrapper: AttributeSyntax? {
        names.first {
            $0.1.first?.isUppercase == true && !$0.1.hasSuffix("Actor")
                && !Self.harmless.contains($0.1)
        }?.0
    }

    /// What may be another macro of a class: a capitalised name that is no actor's.
    var foreignMacros: [AttributeSyntax] {
        names.filter { $0.1.first?.isUppercase == true && !$0.1.hasSuffix("Actor") }.map(\.0)
    }

    /// The attribute of a name; `nil` where it is not there.
    func attribute(named name: String) -> AttributeSyntax? {
        names.first { $0.1 == name }?.0
    }

    private static let harmless: Set<String> = [
        "SchedulableProperty", "IBOutlet", "IBInspectable", "GKInspectable",
    ]

    /// Each attribute with its name, without the module that may stand before it.
    private var names: [(AttributeSyntax, String)] {
        compactMap { element in
            guard case .attribute(let attribute) = element else { return nil }
            let name = attribute.attributeName.trimmedDescription
            return (attribute, String(name.split(separator: ".").last ?? ""))
        }
    }
}
