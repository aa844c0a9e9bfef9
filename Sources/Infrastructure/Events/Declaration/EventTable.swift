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
        let module: String
        let file: StaticString
        let line: UInt

        var id: ObjectIdentifier { ObjectIdentifier(type) }
        var place: String { "\(file):\(line)" }
    }

    private let added = Guarded<[Declaration]>([])

    /// Creates an empty table.
    public init() {}

    /// Declares a type of event.
    public func add(
        _ type: any Event.Type, module: String, file: StaticString = #fileID, line: UInt = #line
    ) {
        let declaration = Declaration(type: type, module: module, file: file, line: line)
        added.withLock { $0.append(declaration) }
    }

    /// The declarations, in their order.
    var declarations: [Declaration] { added.withLock { $0 } }

    /// The faults: names of several types, and names that break the syntax.
    ///
    /// A hub is made from a table without faults only.
    public var faults: [EventFault] {
        var owners: [EventName: Declaration] = [:]
        var seen: Set<ObjectIdentifier> = []
        return declarations.compactMap { declaration in
            guard seen.insert(declaration.id).inserted else { return nil }
            let name = declaration.type.name
            guard name.isValid else {
                return EventFault(
                    declaration, .invalidName,
                    "the event \(declaration.type) has the invalid name '\(name)'")
            }
            guard let owner = owners.updateValue(declaration, forKey: name) else { return nil }
            owners[name] = owner
            return EventFault(
                declaration, .doubledName,
                "the event \(declaration.type) has the name '\(name)' of the event \(owner.type) "
                    + "of module \(owner.module) (\(owner.place))")
        }
    }
}

/// A fault of a table of events.
public struct EventFault: Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// Two types of one name.
        case doubledName
        /// A name that breaks the syntax.
        case invalidName
    }

    /// The kind of fault.
    public let kind: Kind
    /// The name of the module.
    public let module: String
    /// The fault in one sentence.
    public let message: String
    /// The file of the declaration.
    public let file: StaticString
    /// The line of the declaration.
    public let line: UInt

    init(_ declaration: EventTable.Declaration, _ kind: Kind, _ message: String) {
        self.kind = kind
        module = declaration.module
        self.message = message
        file = declaration.file
        line = declaration.line
    }

    /// The fault with its module and its source line.
    public var description: String { "\(file):\(line): module \(module): \(message)" }
}

// not a BoundaryError: a list of faults, each with a code and a place of its own
/// All faults of a table of events.
public struct EventTableError: Error, CustomStringConvertible {
    /// The faults, in the order of the table.
    public let faults: [EventFault]

    /// One line for each fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}
