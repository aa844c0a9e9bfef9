/// The architecture of a program as a test: which services and modules may post to a service.
///
/// A service with a rule receives posts from the named services and modules only. A service
/// without a rule is not checked, unless `isComplete` is set.
///
/// ```swift
/// TraceRecorder.start()
/// …
/// TraceRecorder.stop()
/// var rules = HopRules()
/// rules.allow("Feed", from: "Presenter")
/// let violations = rules.violations(in: TraceRecorder.recordedHops)
/// ```
///
/// A poster is the service whose call was running, and otherwise the module of the source line that
/// posted, such as that of a test or of a task. If the recorder has overwritten the run of a
/// poster, only the module is known. The capacity of the recorder should therefore exceed the
/// number of runs of each scheduler.
public struct HopRules: Sendable {
    /// A post that the rules do not allow.
    public struct Violation: Sendable, CustomStringConvertible {
        /// The post.
        public let hop: RecordedHop

        /// The post in a sentence, and the chain of posts that led to it, the newest first.
        public var description: String {
            let poster = hop.poster ?? "the module \(hop.module)"
            let sentence = "\(poster) may not post to \(hop.receiver ?? "work")"
            return ([sentence] + hop.chain.map { "  < \($0)" }).joined(separator: "\n")
        }
    }

    /// Whether a service without a rule may receive no post at all.
    public var isComplete = false
    private var posters: [String: Set<String>] = [:]

    /// Creates rules that allow every post.
    public init() {}

    /// Allows services and modules to post to a service; each call adds to the earlier ones.
    public mutating func allow(_ receiver: String, from posters: String...) {
        self.posters[receiver, default: []].formUnion(posters)
    }

    /// Returns the posts that these rules do not allow, in their order.
    ///
    /// A service may always post to itself. Work without a service is not checked.
    public func violations(in hops: [RecordedHop]) -> [Violation] {
        hops.filter { !isAllowed($0) }.map(Violation.init)
    }

    private func isAllowed(_ hop: RecordedHop) -> Bool {
        guard let receiver = hop.receiver, receiver != hop.poster else { return true }
        guard let allowed = posters[receiver] else { return !isComplete }
        return allowed.contains(hop.poster ?? hop.module)
    }
}
