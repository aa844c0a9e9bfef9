/// Finds the declarations that names refer to.
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
    func type(_ name: String, from location: LintLocation) -> TypeDeclaration? {
        type(name, from: location, [])
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
        if let method = access.method, functions[method]?.contains(where: \.isAwaitedChange) != true
        {
            return nil
        }
        for index in access.properties.indices.reversed() {
            let name = access.properties[index]
            let rest = access.properties[(index + 1)...]
            let owners = owners(of: index == 0 ? access.owner : nil, from: access.location)
            for property in owners.flatMap(\.stored) where property.name == name {
                guard property.isVariable, let last = value(in: property, rest) else { continue }
                if let method = access.method, !changes(last, by: method) { continue }
                return name
            }
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

    /// Returns the last of nested properties, if all of them belong to one value.
    ///
    /// A type that is not read, such as one of the standard library, is assumed to be a value.
    private func value(
        in property: StoredProperty, _ nested: ArraySlice<String>
    ) -> StoredProperty? {
        guard let name = nested.first else { return property }
        let kept = kept(by: property).map(\.type)
        let isTyped = !property.types.isEmpty || !property.calls.isEmpty
        guard isTyped, kept.allSatisfy({ $0.kind == .structure }) else { return nil }
        guard let inner = kept.flatMap(\.stored).first(where: { $0.name == name }) else {
            return StoredProperty(
                name: name, types: [], location: property.location, isVariable: true)
        }
        return inner.isVariable ? value(in: inner, nested.dropFirst()) : nil
    }

    /// Whether an awaited `method` of the property's value changes it in place.
    private func changes(_ property: StoredProperty, by method: String) -> Bool {
        let kept = kept(by: property)
        let names = property.types.union(kept.flatMap { [$0.type.name] + inherits($0.type) })
        return functions[method]?.contains { function in
            function.isAwaitedChange && function.owner.map(names.contains) == true
        } == true
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
        let visible = (functions[call.name] ?? []).filter {
            sees(location, $0.location, isPrivate: $0.isPrivate, isPublic: $0.isPublic)
                && call.labels.isSubsequence(of: $0.labels)
        }
        let owner = call.owner.flatMap { type($0, from: location) }
        let owners =
            (owner.map { [$0.name] + inherits($0) } ?? []) + (call.owner.map { [$0] } ?? [])
        let members = visible.filter { $0.owner.map(owners.contains) == true }
        let candidates =
            members.isEmpty && call.isUnqualified ? visible.filter { $0.owner == nil } : members
        let nearest = nearest(candidates, to: location, \.location)
        return Set(nearest.map(\.result)).count == 1 ? nearest.first : nil
    }

    private func type(
        _ name: String, from location: LintLocation, _ seen: Set<String>
    ) -> TypeDeclaration? {
        let visible = (types[name] ?? []).filter {
            sees(location, $0.location, isPrivate: $0.isPrivate, isPublic: $0.isPublic)
        }
        let found = nearest(visible, to: location, \.location).first
        guard let found, found.kind == .alias else { return found }
        guard let meant = found.inherited.first, !seen.contains(meant) else { return nil }
        return type(meant, from: found.location, seen.union([name]))
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

    /// Whether a file can name a declaration.
    ///
    /// A private one is visible in its file, an internal one in its module and the module's tests.
    private func sees(
        _ location: LintLocation, _ declared: LintLocation, isPrivate: Bool, isPublic: Bool
    ) -> Bool {
        if isPrivate { return declared.file == location.file }
        return isPublic || declared.module == location.module
            || location.module == declared.module + "Tests"
    }
}

extension [String] {
    /// Whether all elements are in `others`, in the same order.
    fileprivate func isSubsequence(of others: [String]) -> Bool {
        var rest = self[...]
        for other in others where other == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
