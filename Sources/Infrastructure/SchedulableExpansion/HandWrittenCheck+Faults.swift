import SwiftDiagnostics
import SwiftSyntax

extension HandWrittenCheck {
    /// Returns the accessors that do not begin with the check; a shorthand getter counts as one.
    static func faults(in block: AccessorBlockSyntax?) -> [SchedulableFault] {
        guard let block else { return [] }
        switch block.accessors {
        case .getter(let statements):
            guard !isFirst(in: statements) else { return [] }
            let checked = block.with(\.accessors, .getter(inserted(in: statements, answers: true)))
            return [.init(block, .uncheckedAccessor("get", .replacing(block, by: checked)))]
        case .accessors(let accessors):
            return accessors.compactMap(fault)
        }
    }

    /// Returns the fault of a `deinit` without the check, unless it is isolated.
    ///
    /// A `deinit` runs on the thread that releases the last reference. `nonisolated` exempts it.
    static func faults(in deinitialiser: DeinitializerDeclSyntax) -> [SchedulableFault] {
        guard !deinitialiser.modifiers.contains(.isolated), let body = deinitialiser.body,
            !isFirst(in: body.statements)
        else { return [] }
        let call = "checkScheduler(.release)"
        let statements = inserted(in: body.statements, answers: false, call: call)
        let checked = deinitialiser.with(\.body, body.with(\.statements, statements))
        return [
            .init(
                deinitialiser.deinitKeyword,
                .uncheckedDeinit(call, .replacing(deinitialiser, by: checked, "insert '\(call)'")))
        ]
    }

    private static func fault(of accessor: AccessorDeclSyntax) -> SchedulableFault? {
        if accessor.effectSpecifiers?.asyncSpecifier != nil {
            return .init(accessor, .asynchronousGetter)
        }
        guard let body = accessor.body, !isFirst(in: body.statements) else { return nil }
        let answers = accessor.accessorSpecifier.tokenKind == .keyword(.get)
        let statements = inserted(in: body.statements, answers: answers)
        let checked = accessor.with(\.body, body.with(\.statements, statements))
        return .init(
            accessor,
            .uncheckedAccessor(accessor.accessorSpecifier.text, .replacing(accessor, by: checked)))
    }
}
