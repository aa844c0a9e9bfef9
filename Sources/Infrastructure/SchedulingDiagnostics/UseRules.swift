/// The architecture of a program as a test: which module may use which route, event and request.
///
/// A use that no rule allows is a violation, also that of a module without any rule.
///
/// ```swift
/// var rules = UseRules()
/// rules.allow("Watch", .calls, ["SyncLibrary"])
/// rules.allowOwn(.sends, by: "Search")
/// let violations = rules.violations(in: recorder.uses)
/// ```
///
/// `HopRules` checks the posts between services in the same way.
public struct UseRules: Sendable {
    /// A use that the rules do not allow.
    public struct Violation: Sendable, CustomStringConvertible {
        /// The use.
        public let use: RecordedUse

        /// The use in a sentence, and the chain of posts that led to it, the newest first.
        public var description: String {
            let sentence = "the module \(use.module) may not \(verb) \(use.name)"
            return ([sentence] + use.chain.map { "  < \($0)" }).joined(separator: "\n")
        }

        private var verb: String {
            switch use.kind {
            case .calls: "call the route"
            case .posts: "post the event"
            case .receives: "receive the event"
            case .sends: "send the request"
            }
        }
    }

    private struct Key: Hashable {
        let module: String
        let kind: RecordedUse.Kind
    }

    private var names: [Key: Set<String>] = [:]
    private var owners: Set<Key> = []
    private var free: Set<Key> = []

    /// Creates rules that allow no use.
    public init() {}

    /// Allows a module to use these types; each call adds to the earlier ones.
    public mutating func allow(
        _ module: String, _ kind: RecordedUse.Kind, _ names: some Sequence<String>
    ) {
        self.names[Key(module: module, kind: kind), default: []].formUnion(names)
    }

    /// Allows a module to use all types that it declares itself.
    public mutating func allowOwn(_ kind: RecordedUse.Kind, by module: String) {
        owners.insert(Key(module: module, kind: kind))
    }

    /// Allows a module all uses of a kind, such as the calls of a module that opens addresses.
    public mutating func allowAll(_ kind: RecordedUse.Kind, by module: String) {
        free.insert(Key(module: module, kind: kind))
    }

    /// Returns the uses that these rules do not allow, in their order.
    public func violations(in uses: [RecordedUse]) -> [Violation] {
        uses.filter { !isAllowed($0) }.map(Violation.init)
    }

    private func isAllowed(_ use: RecordedUse) -> Bool {
        let key = Key(module: use.module, kind: use.kind)
        if free.contains(key) || names[key]?.contains(use.name) == true { return true }
        return owners.contains(key) && use.owner == use.module
    }
}
