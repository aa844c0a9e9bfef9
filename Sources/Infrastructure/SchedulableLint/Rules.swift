/// The rules about schedulable classes that need all sources together.
struct Rules {
    typealias Fault = (location: LintLocation, text: String)

    private let files: [FileDeclarations]
    private let types: [String: [TypeDeclaration]]

    private let testModules: Set<String>

    /// Creates the rules for `files`; services of `testModules` may be unchecked.
    init(_ files: [FileDeclarations], testModules: Set<String> = []) {
        self.files = files
        self.testModules = testModules
        types = Dictionary(grouping: files.flatMap(\.types), by: \.name)
    }

    /// All faults with their places.
    var faults: [Fault] {
        var found: [Fault] = []
        for file in files {
            found += file.types.flatMap { faults(of: $0) }
            found += file.extensions.flatMap { faults(of: $0) }
            found += file.creations.compactMap { fault(of: $0) }
            found += file.accesses.compactMap { fault(of: $0) }
        }
        return found
    }

    private func faults(of type: TypeDeclaration) -> [Fault] {
        guard type.kind == .classType else { return [] }
        var found: [Fault] = []
        if let name = type.inherited.first, let parent = resolve(name, from: type.location),
            parent.kind == .classType
        {
            if parent.isSchedulable, !type.isSchedulable {
                found.append(
                    (
                        type.location,
                        "'\(type.name)' inherits from the @Schedulable class '\(name)' "
                            + "and lacks @Schedulable"
                    ))
            } else if type.isSchedulable, isUnchecked(parent) {
                found.append(
                    (
                        type.location,
                        "'\(type.name)' inherits unchecked members of '\(name)', "
                            + "which lacks @Schedulable"
                    ))
            }
        }
        if type.isSchedulable, type.inherited.contains("Sendable") {
            found.append((type.location, sendable(type.name)))
        }
        if type.inherited.contains("Schedulable"), !type.isSchedulable {
            found.append(
                (
                    type.location,
                    "'\(type.name)' conforms to 'Schedulable' by hand: write @Schedulable"
                )
            )
        }
        if !testModules.contains(type.location.module), type.isSchedulable || isCreated(type) {
            found += type.stored.flatMap { property in
                property.types.sorted().compactMap { name in
                    guard let kept = resolve(name, from: type.location), kept.kind == .classType,
                        isUnchecked(kept)
                    else { return nil }
                    return (
                        property.location,
                        "'\(property.name)' of the service '\(type.name)' keeps the class "
                            + "'\(name)', which lacks @Schedulable"
                    )
                }
            }
        }
        return found
    }

    private func faults(of item: ExtensionDeclaration) -> [Fault] {
        guard let type = resolve(item.name, from: item.location), type.isSchedulable else {
            return []
        }
        var found: [Fault] = []
        if item.hasCheckedMembers, !item.attributes.contains("SchedulableExtension") {
            found.append(
                (
                    item.location,
                    "extension of the @Schedulable class '\(item.name)' lacks @SchedulableExtension"
                ))
        }
        if item.inherited.contains("Sendable") {
            found.append((item.location, sendable(item.name)))
        }
        if item.inherited.contains("Schedulable") {
            found.append(
                (
                    item.location,
                    "'\(item.name)' conforms to 'Schedulable' by hand: @Schedulable does so"
                ))
        }
        if item.inherited.contains(where: { ["Codable", "Encodable"].contains($0) }),
            !item.hasEncode
        {
            found.append(
                (
                    item.location,
                    "the synthesised 'encode(to:)' of the @Schedulable class '\(item.name)' "
                        + "bypasses the check"
                ))
        }
        let storage = Set(type.stored.filter(\.isVariable).map { "_" + $0.name })
        found += item.storageUses.filter { storage.contains($0.name) }.map {
            ($0.location, "'\($0.name)' is the unchecked storage of '\($0.name.dropFirst())'")
        }
        return found
    }

    private func fault(of creation: BoundCreation) -> Fault? {
        guard !testModules.contains(creation.location.module),
            let type = resolve(creation.type, from: creation.location)
        else { return nil }
        switch type.kind {
        case .classType where isUnchecked(type):
            return (
                creation.location,
                "the class '\(type.name)' is bound to a scheduler and lacks @Schedulable"
            )
        case .structure where !isSendable(type) && !type.isException:
            let keeps = type.stored.flatMap(\.types).sorted().first {
                resolve($0, from: type.location).map(isUnchecked) == true
            }
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
        let isChecked = types.values.joined().contains { type in
            type.isSchedulable
                && type.stored.contains { $0.isVariable && $0.name == access.property }
        }
        guard isChecked, !access.isException else { return nil }
        return (
            access.location,
            "an 'async' call changes the checked property '\(access.property)' in place, "
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
            && (type.inherited.first.flatMap { resolve($0, from: type.location) }.map {
                !($0.kind == .classType && $0.isSchedulable)
            } ?? true)
    }

    private func isSendable(_ type: TypeDeclaration, _ seen: Set<String> = []) -> Bool {
        let extended = files.flatMap(\.extensions).filter { $0.name == type.name }
        return (type.inherited + extended.flatMap(\.inherited)).contains { name in
            if name == "Sendable" || name == "Error" || name == "Actor" { return true }
            guard !seen.contains(name), let parent = resolve(name, from: type.location) else {
                return false
            }
            return isSendable(parent, seen.union([name]))
        }
    }

    private func isCreated(_ type: TypeDeclaration) -> Bool {
        files.flatMap(\.creations).contains { creation in
            creation.type == type.name
                && resolve(creation.type, from: creation.location)?.location.file
                    == type.location.file
        }
    }

    /// Returns the declaration that a name refers to, through aliases.
    private func resolve(_ name: String, from location: LintLocation, _ seen: Set<String> = [])
        -> TypeDeclaration?
    {
        let visible = (types[name] ?? []).filter { sees(location, $0) }
        let found =
            visible.first { $0.location.file == location.file }
            ?? visible.first { $0.location.module == location.module } ?? visible.first
        guard let found, found.kind == .alias else { return found }
        guard let meant = found.inherited.first, !seen.contains(meant) else { return nil }
        return resolve(meant, from: found.location, seen.union([name]))
    }

    /// Whether a file can name a type: a private type in its file, an internal one in its module.
    private func sees(_ location: LintLocation, _ type: TypeDeclaration) -> Bool {
        if type.isPrivate { return type.location.file == location.file }
        return type.isPublic || type.location.module == location.module
            || location.module == type.location.module + "Tests"
    }
}
