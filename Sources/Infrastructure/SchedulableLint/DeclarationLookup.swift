/// Finds declarations by their names, as a reader of the sources would.
///
/// It knows the syntax, not the types: a name refers to the declaration of the same file, or of the
/// same module, or of any module that is read.
struct DeclarationLookup {
    private let types: [String: [TypeDeclaration]]
    private let schedulable: [TypeDeclaration]
    private let functions: [String: [FunctionDeclaration]]
    /// The types that the extensions of a type inherit.
    private let extended: [String: [String]]

    init(_ files: [FileDeclarations]) {
        types = Dictionary(grouping: files.flatMap(\.types), by: \.name)
        schedulable = files.flatMap(\.types).filter(\.isSchedulable)
        functions = Dictionary(grouping: files.flatMap(\.functions), by: \.name)
        extended = Dictionary(
            files.flatMap(\.extensions).map { ($0.name, $0.inherited) }, uniquingKeysWith: +)
    }

    /// Returns the declaration that a name refers to, through aliases.
    func type(
        _ name: String, from location: LintLocation, _ seen: Set<String> = []
    ) -> TypeDeclaration? {
        let visible = (types[name] ?? []).filter { sees(location, $0) }
        let found = nearest(visible, to: location, \.location).first
        guard let found, found.kind == .alias else { return found }
        guard let meant = found.inherited.first, !seen.contains(meant) else { return nil }
        return type(meant, from: found.location, seen.union([name]))
    }

    /// Returns the type of a value that is made at a place.
    func type(of source: MadeValue.Source, from location: LintLocation) -> TypeDeclaration? {
        switch source {
        case .type(let name): return type(name, from: location)
        case .call(let call):
            guard let function = function(call, from: location), let result = function.result
            else { return nil }
            return type(result, from: function.location)
        }
    }

    /// Returns the types of the values of a stored property, with their names, in this order.
    func kept(by property: StoredProperty) -> [(name: String, type: TypeDeclaration)] {
        let named = property.types.map { ($0, property.location) }
        let results = property.calls.compactMap { function($0, from: property.location) }
            .flatMap { function in function.types.map { ($0, function.location) } }
        return (named + results).sorted { $0.0 < $1.0 }.compactMap { name, location in
            type(name, from: location).map { (name, $0) }
        }
    }

    /// Returns the checked property that an access changes in place.
    func changed(by access: AwaitedAccess) -> String? {
        let methods = access.method.map { (functions[$0] ?? []).filter(\.isAwaitedChange) }
        if methods?.isEmpty == true { return nil }
        for (index, name) in access.properties.enumerated().reversed() {
            let owners = owners(of: index == 0 ? access.owner : nil, from: access.location)
            let isChanged = owners.flatMap(\.stored).contains { property in
                guard property.name == name, property.isVariable else { return false }
                let kept = kept(by: property)
                guard index == access.properties.count - 1 else {
                    // A type that is not read, such as one of the standard library, is assumed to
                    // be a value, whose parts are changed with it.
                    let isTyped = !property.types.isEmpty || !property.calls.isEmpty
                    return isTyped && kept.allSatisfy { $0.type.kind == .structure }
                }
                let names = property.types.union(
                    kept.flatMap { [$0.type.name] + inherits($0.type) })
                return methods?.contains { $0.owner.map(names.contains) == true } ?? true
            }
            if isChanged { return name }
        }
        return nil
    }

    /// The classes whose properties may be meant: those of `owner`, or all if it is not known.
    private func owners(of owner: String?, from location: LintLocation) -> [TypeDeclaration] {
        guard let owner else { return schedulable }
        guard let type = type(owner, from: location) else { return [] }
        if type.kind == .protocolType {
            return schedulable.filter { inherits($0).contains(type.name) }
        }
        let parents = inherits(type)
        return schedulable.filter {
            parents.contains($0.name)
                || $0.name == type.name && $0.location.file == type.location.file
        }
    }

    /// The superclasses and the protocols of a type.
    private func inherits(_ type: TypeDeclaration) -> Set<String> {
        var found: Set<String> = []
        var open = [type]
        while let next = open.popLast() {
            for name in next.inherited + (extended[next.name] ?? [])
            where found.insert(name).inserted {
                if let parent = self.type(name, from: next.location) { open.append(parent) }
            }
        }
        return found
    }

    /// Returns the function that a call refers to, if all candidates have the same result.
    private func function(
        _ call: FunctionCall, from location: LintLocation
    ) -> FunctionDeclaration? {
        let named = (functions[call.name] ?? []).filter {
            call.owner == nil || $0.owner == call.owner
        }
        let nearest = nearest(named, to: location, \.location)
        return Set(nearest.map(\.result)).count == 1 ? nearest.first : nil
    }

    /// Whether a file can name a type.
    ///
    /// A private one is visible in its file, an internal one in its module and the module's tests.
    private func sees(_ location: LintLocation, _ type: TypeDeclaration) -> Bool {
        if type.isPrivate { return type.location.file == location.file }
        let module = type.location.module
        return type.isPublic || module == location.module || module + "Tests" == location.module
    }

    /// The declarations of the same file, or of the same module, or all.
    private func nearest<Declaration>(
        _ declarations: [Declaration], to location: LintLocation,
        _ place: (Declaration) -> LintLocation
    ) -> [Declaration] {
        let inFile = declarations.filter { place($0).file == location.file }
        if !inFile.isEmpty { return inFile }
        let inModule = declarations.filter { place($0).module == location.module }
        return inModule.isEmpty ? declarations : inModule
    }
}
