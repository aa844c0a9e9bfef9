/// One use of something that modules share: a route, an event or a type of request.
///
/// Routers, hubs and hosts report their uses by `ModuleUses.note`; `SchedulingDiagnostics` records
/// them.
package struct ModuleUse: Sendable {
    /// The kind of use.
    package enum Kind: String, Sendable {
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
    package let kind: Kind
    /// The type of the route, event or request, or the pattern of events.
    package let name: String
    /// The module that declares the type; `nil` for a pattern.
    package let owner: String?
    /// The file of the use, as `Module/File.swift`.
    package let file: StaticString
    /// The line of the use.
    package let line: UInt
    /// The scheduler on which it happened; `nil` for a thread without one.
    package let scheduler: String?
    /// The posts that led to the running work; `nil` outside of recorded work.
    package let provenance: Provenance?
}
