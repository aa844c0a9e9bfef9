/// The rules about schedulable classes that need all sources together.
struct Rules {
    typealias Fault = (location: LintLocation, text: String)

    private let files: [FileDeclarations]
    private let declarations: DeclarationLookup
    private let testModules: Set<String>
    /// The names and the files of the types whose instances are bound to schedulers.
    private let bound: Set<[String]>

    /// Creates the rules for `files`; services of `testModules` may be unchecked.
    init(_ files: [FileDeclarations], testModules: Set<String> = []) {
        self.files = files
        self.testModules = testModules
        let declarations = DeclarationLookup(files)
        bound = Set(
            files.flatMap(\.creations).compactMap {
                declarations.type(of: $0.source, from: $0.location).map(Self.key)
            })
        self.declarations = declarations
    }

    private static func key(_ type: TypeDeclaration) -> [String] {
        [type.name, type.location.file]
    }

    /// All faults with their places.
    var faults: [Fault] {
        var found: [Fault] = []
        for file in files {
            found += file.types.flatMap { faults(of: $0) }
            found += file.extensions.flatMap { faults(of: $0) }
            found += file.creations.compactMap { fault(of: $0) }
            found += file.accesses.compactMap { fault(of: $0) }
            found += file.actorClosures.map {
                (
                    $0.location,
                    "a closure of '\($0.actor)' is given to a scheduler: leave '@\($0.actor)' out"
                )
            }
        }
        return found
    }

    private func faults(of type: TypeDeclaration) -> [Fault] {
        guard type.kind == .classType else { return [] }
        var texts: [String] = []
        if let name = type.inherited.first,
            let parent = declarations.type(name, from: type.location), parent.kind == .classType
        {
            if parent.isSchedulable, !type.isSchedulable {
                texts.append(
                    "'\(type.name)' inherits from the @Schedulable class '\(name)' and lacks "
                        + "@Schedulable")
            } else if type.isSchedulable, isUnchecked(parent) {
                texts.append(
                    "'\(type.name)' inherits unchecked members of '\(name)', which lacks "
                        + "@Schedulable")
            }
        }
        if type.isSchedulable, type.inherited.contains("Sendable") {
            texts.append(sendable(type.name))
        }
        if type.inherited.contains("Schedulable"), !type.isSchedulable {
            texts.append("'\(type.name)' conforms to 'Schedulable' by hand: write @Schedulable")
        }
        let found = texts.map { (type.location, $0) }
        guard !testModules.contains(type.location.module),
            type.isSchedulable || bound.contains(Self.key(type))
        else { return found }
        return found
            + type.stored.flatMap { property in
                declarations.kept(by: property).filter { isUnchecked($0.type) }.map {
                    (
                        property.location,
                        "'\(property.name)' of the service '\(type.name)' keeps the class "
                            + "'\($0.name)', which lacks @Schedulable"
                    )
                }
            }
    }

    private func faults(of item: ExtensionDeclaration) -> [Fault] {
        guard let type = declarations.type(item.name, from: item.location), type.isSchedulable
        else { return [] }
        var texts: [String] = []
        if item.hasCheckedMembers, !item.attributes.contains("SchedulableExtension") {
            texts.append(
                "extension of the @Schedulable class '\(item.name)' lacks @SchedulableExtension")
        }
        if item.inherited.contains("Sendable") { texts.append(sendable(item.name)) }
        if item.inherited.contains("Schedulable") {
            texts.append("'\(item.name)' conforms to 'Schedulable' by hand: @Schedulable does so")
        }
        if item.inherited.contains(where: { ["Codable", "Encodable"].contains($0) }),
            !item.hasEncode
        {
            texts.append(
                "the synthesised 'encode(to:)' of the @Schedulable class '\(item.name)' bypasses "
                    + "the check")
        }
        let storage = Set(type.stored.filter(\.isVariable).map { "_" + $0.name })
        return texts.map { (item.location, $0) }
            + item.storageUses.filter { storage.contains($0.name) }.map {
                ($0.location, "'\($0.name)' is the unchecked storage of '\($0.name.dropFirst())'")
            }
    }

    private func fault(of creation: BoundCreation) -> Fault? {
        guard !testModules.contains(creation.location.module),
            let type = declarations.type(of: creation.source, from: creation.location)
        else { return nil }
        switch type.kind {
        case .classType where isUnchecked(type):
            return (
                creation.location,
                "the class '\(type.name)' is bound to a scheduler and lacks @Schedulable"
            )
        case .structure where !isSendable(type) && !type.isException:
            let keeps = type.stored.flatMap { declarations.kept(by: $0) }
                .filter { isUnchecked($0.type) }.map(\.name).min()
            return keeps.map {
                (
                    creation.location,
                    "the structure '\(type.name)' is bound to a scheduler and keeps the class "
                        + "'\($0)', which lacks @Schedulable"
                )
            }
        default: return nil
        }
    }

    private func fault(of access: AwaitedAccess) -> Fault? {
        guard !access.isException, let property = declarations.changed(by: access) else {
            return nil
        }
        return (
            access.location,
            "an 'async' call changes the checked property '\(property)' in place, "
                + "maybe on another scheduler: pass a copy, and assign the result"
        )
    }

    private func sendable(_ name: String) -> String {
        "the @Schedulable class '\(name)' is declared Sendable: pass its handle to other schedulers"
    }

    /// Whether neither the compiler nor a check restricts the use of a class's instances.
    private func isUnchecked(_ type: TypeDeclaration) -> Bool {
        type.kind == .classType && !type.isSchedulable && !type.isException && !isSendable(type)
            && !type.attributes.contains { $0.hasSuffix("Actor") }
            && !type.inherited.contains("Schedulable")
            // Pinned by hand, like the library's own classes.
            && !type.stored.contains { $0.types.contains("SchedulerPin") }
            && (type.inherited.first.flatMap { declarations.type($0, from: type.location) }.map {
                !($0.kind == .classType && $0.isSchedulable)
            } ?? true)
    }

    private func isSendable(_ type: TypeDeclaration, _ seen: Set<String> = []) -> Bool {
        let extended = files.flatMap(\.extensions).filter { $0.name == type.name }
        return (type.inherited + extended.flatMap(\.inherited)).contains { name in
            if name == "Sendable" || name == "Error" || name == "Actor" { return true }
            guard !seen.contains(name), let parent = declarations.type(name, from: type.location)
            else {
                return false
            }
            return isSendable(parent, seen.union([name]))
        }
    }
}
