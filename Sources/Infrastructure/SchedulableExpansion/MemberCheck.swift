import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The way in which a member of a schedulable class is checked.
enum MemberCheck {
    /// The member needs no check.
    ///
    /// It has no instance's state, or its author exempted it with `nonisolated` or wrote the check.
    case none
    /// An attribute writes the check.
    case attribute(AttributeSyntax)
    /// The compiler has to refuse the member, which would otherwise go unchecked.
    case faults([SchedulableFault])

    init(of member: some DeclSyntaxProtocol, in group: some DeclGroupSyntax) {
        if let fault = Self.fault(of: member) {
            self = .faults([fault])
        } else if let modified = member.asProtocol((any WithModifiersSyntax).self),
            modified.modifiers.areExempt
        {
            self = .none
        } else if let deinitialiser = member.as(DeinitializerDeclSyntax.self) {
            self = .faults(HandWrittenCheck.faults(in: deinitialiser))
        } else if let function = member.as(FunctionDeclSyntax.self) {
            self = Self.check(of: function, in: group)
        } else if let variable = member.as(VariableDeclSyntax.self) {
            self = Self.check(of: variable)
        } else if let subscripted = member.as(SubscriptDeclSyntax.self) {
            self = .faults(HandWrittenCheck.faults(in: subscripted.accessorBlock))
        } else {
            self = .none
        }
    }

    /// Returns the attribute for the member, and diagnoses its faults.
    func attributes(in context: some MacroExpansionContext) -> [AttributeSyntax] {
        switch self {
        case .none: return []
        case .attribute(let attribute): return [attribute]
        case .faults(let faults):
            for fault in faults { context.diagnose(fault.place, fault.diagnostic) }
            return []
        }
    }

    /// Returns the fault of a member that is refused with any modifiers.
    private static func fault(of member: some DeclSyntaxProtocol) -> SchedulableFault? {
        if let variable = member.as(VariableDeclSyntax.self) {
            if variable.bindings.contains(where: { $0.pattern.trimmedDescription == "schedulerPin" }
            ) {
                return SchedulableFault(variable, .ownCheck("schedulerPin"))
            }
            let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
            if isVariable, let modifier = variable.modifiers.unsafe {
                return SchedulableFault(modifier, .unsafeVariable(variable))
            }
        } else if let function = member.as(FunctionDeclSyntax.self) {
            if function.name.text == "checkScheduler" {
                return SchedulableFault(function, .ownCheck("checkScheduler"))
            }
        } else if let nested = member.as(ClassDeclSyntax.self), nested.isUnchecked {
            return SchedulableFault(nested.name, .nestedClass(nested))
        }
        return nil
    }

    private static func check(of function: FunctionDeclSyntax, in group: some DeclGroupSyntax)
        -> MemberCheck
    {
        guard let body = function.body else { return .none }
        if function.leavesItsScheduler(in: group) {
            return .faults([SchedulableFault(function, .asynchronousMethod(function))])
        }
        if HandWrittenCheck.isFirst(in: body.statements) { return .none }
        if let builder = function.attributes.resultBuilder {
            return .faults([SchedulableFault(builder, .resultBuilder(function.name.text))])
        }
        if body.hasCaptureList, !function.canBeNested {
            return .faults([SchedulableFault(function, .captureList(in: function, body))])
        }
        return .attribute("@SchedulableMethod")
    }

    private static func check(of variable: VariableDeclSyntax) -> MemberCheck {
        if variable.bindingSpecifier.tokenKind == .keyword(.let) { return .none }
        guard let binding = variable.bindings.first, variable.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return .faults([SchedulableFault(variable, .severalVariables)]) }
        // An override's observers run around the accessors of the superclass, which has its own
        // check or none.
        if binding.isComputed || variable.modifiers.contains(.override) {
            return .faults(HandWrittenCheck.faults(in: binding.accessorBlock))
        }
        if variable.modifiers.contains(.lazy) {
            return .faults([SchedulableFault(variable, .lazyVariable(name))])
        }
        if variable.attributes.attribute(named: "SchedulableProperty") != nil { return .none }
        if let exclusivity = variable.attributes.attribute(named: "exclusivity") {
            return .faults([SchedulableFault(exclusivity, .exclusivity(exclusivity, of: variable))])
        }
        if let wrapper = variable.attributes.wrapper {
            return .faults([SchedulableFault(wrapper, .wrappedVariable(name))])
        }
        if let namesake = binding.accessorBlock.flatMap({ PropertyObservers($0, of: name).namesake }
        ) {
            return .faults([SchedulableFault(namesake, .namesakeInObserver(name))])
        }
        return .attribute("@SchedulableProperty")
    }
}

extension DeclModifierListSyntax {
    /// Whether the member has no instance or was exempted by hand.
    ///
    /// `nonisolated(nonsending)` does neither.
    var areExempt: Bool {
        contains { modifier in
            switch modifier.name.tokenKind {
            case .keyword(.static), .keyword(.class): true
            case .keyword(.nonisolated): modifier.detail?.detail.text != "nonsending"
            default: false
            }
        }
    }

    func contains(_ keyword: Keyword) -> Bool {
        contains { $0.name.tokenKind == .keyword(keyword) }
    }

    /// The modifier `nonisolated(unsafe)`, if it is present.
    fileprivate var unsafe: DeclModifierSyntax? {
        first { $0.name.tokenKind == .keyword(.nonisolated) && $0.detail?.detail.text == "unsafe" }
    }
}

extension ClassDeclSyntax {
    /// Whether neither the compiler nor a check restricts the use of an instance to one scheduler.
    ///
    /// An exception is stated on the line of the class: `// not @Schedulable: …`.
    fileprivate var isUnchecked: Bool {
        attributes.attribute(named: "Schedulable") == nil && !attributes.nameActor
            && inheritanceClause?.inheritedTypes.contains { $0.name == "Sendable" } != true
            && !memberBlock.leftBrace.trailingTrivia.description.contains("not @Schedulable: ")
    }
}

extension PatternBindingSyntax {
    /// Whether accessors are written out; a property with observers only is stored.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors):
            !accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}

extension FunctionDeclSyntax {
    /// Whether the method is `async` and would run on the global executor for every caller.
    fileprivate func leavesItsScheduler(in group: some DeclGroupSyntax) -> Bool {
        guard signature.effectSpecifiers?.asyncSpecifier != nil else { return false }
        let staysWithCaller =
            modifiers.contains(.nonisolated) || parameterSpecifiers.contains("isolated")
        return !staysWithCaller && !attributes.nameActor && !group.attributes.nameActor
    }

    /// Whether the body keeps its meaning as a function nested in the method.
    fileprivate var canBeNested: Bool {
        let effects = signature.effectSpecifiers
        let passesErrorsOn = effects?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
        return effects?.asyncSpecifier == nil && !passesErrorsOn
            && parameterSpecifiers.isDisjoint(with: ["consuming", "borrowing", "isolated"])
    }

    private var parameterSpecifiers: Set<String> {
        Set(
            signature.parameterClause.parameters.flatMap { parameter in
                parameter.type.as(AttributedTypeSyntax.self)?.specifiers.map(\.trimmedDescription)
                    ?? []
            })
    }
}
