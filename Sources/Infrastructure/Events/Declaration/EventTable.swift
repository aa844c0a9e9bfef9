public import BoundaryErrors
import Scheduling

/// The types of events that modules declare, before the hub is made from them.
///
/// ```swift
/// let table = EventTable()
/// table.add(LibraryChanged.self, module: "Feed")
/// let hub = try EventHub(table)
/// ```
///
/// Posters and receivers of an event may both declare it. A table may be filled from any thread.
public final class EventTable: Sendable {
    struct Declaration: Sendable {
        let type: any Event.Type
        let place: DeclarationPlace

        var id: ObjectIdentifier { ObjectIdentifier(type) }
    }

    private let added = Guarded<[Declaration]>([])

    /// Creates an empty table.
    public init() {}

    /// Declares a type of event.
    public func add(
        _ type: any Event.Type, module: String, file: StaticString = #fileID, line: UInt = #line
    ) {
        let place = DeclarationPlace(module: module, file: file, line: line)
        let declaration = Declaration(type: type, place: place)
        added.withLock { $0.append(declaration) }
    }

    /// The declarations, in their order.
    var declarations: [Declaration] { added.withLock { $0 } }

    /// The faults: names that several types have, and names with invalid syntax.
    ///
    /// A hub cannot be made from a table with faults.
    public var faults: [DeclarationFault] {
        var owners: [EventName: Declaration] = [:]
        var seen: Set<ObjectIdentifier> = []
        return declarations.compactMap { declaration in
            guard seen.insert(declaration.id).inserted else { return nil }
            let name = declaration.type.name
            guard name.isValid else {
                return DeclarationFault(
                    .invalidName, "the event \(declaration.type) has the invalid name '\(name)'",
                    at: declaration.place)
            }
            guard let owner = owners.updateValue(declaration, forKey: name) else { return nil }
            owners[name] = owner
            return DeclarationFault(
                .doubledName,
                "the event \(declaration.type) has the name '\(name)' of the event \(owner.type) "
                    + "of module \(owner.place.module) (\(owner.place))",
                at: declaration.place)
        }
    }
}
