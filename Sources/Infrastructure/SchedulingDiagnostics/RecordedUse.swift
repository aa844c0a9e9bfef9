import Scheduling

/// One recorded use of something that modules share: a route, an event or a type of request.
public struct RecordedUse: Hashable, Sendable, Codable {
    /// The kind of use.
    public enum Kind: String, CaseIterable, Sendable, Codable {
        /// The call of a route.
        case calls
        /// The post of an event.
        case posts
        /// The registration for events.
        case receives
        /// The sending of a request.
        case sends
    }

    /// The kind of use.
    public let kind: Kind
    /// The name of the type of the route, event or request, or the pattern of events.
    public let name: String
    /// The module that declares the type; `nil` for a pattern.
    public let owner: String?
    /// The module of the source line that used it.
    public let module: String
    /// The use, and the posts that led to it, the newest first.
    public let chain: [String]

    /// Creates the record of a use.
    package init(
        _ kind: Kind, _ name: String, of owner: String?, by module: String, chain: [String]
    ) {
        self.kind = kind
        self.name = name
        self.owner = owner
        self.module = module
        self.chain = chain
    }

    init?(_ use: ModuleUse) {
        guard let kind = Kind(rawValue: use.kind.rawValue) else { return nil }
        let place = use.scheduler.map { "on \($0)" } ?? "on a thread without a scheduler"
        var chain = ["\(place), at \(use.file):\(use.line)"]
        var post = use.provenance
        while let current = post {
            chain.append("posted at \(current.file):\(current.line)")
            post = current.parent
        }
        self.init(
            kind, use.name, of: use.owner, by: String("\(use.file)".prefix { $0 != "/" }),
            chain: chain)
    }
}
