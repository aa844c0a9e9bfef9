/// The report of one use of a service on another scheduler than its own.
public struct Violation: Sendable, CustomStringConvertible {
    /// The identity of a violation: the member and both schedulers, without the path to the call.
    ///
    /// Its text is a line of a baseline file.
    public struct Kind: Hashable, Comparable, Sendable, CustomStringConvertible {
        /// The kind as one line: `NodeFetcher.fetchNodes() of 'BL' on 'UI'`.
        public let description: String

        init(_ line: String) {
            description = line
        }

        /// Orders kinds by their text, as a baseline file does.
        public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.description < rhs.description }
    }

    /// The service's class.
    public let service: String
    /// The member, with its labels: `fetchNodes(page:)`.
    public let member: String
    /// How the member was used.
    public let access: MemberAccess
    /// The service's scheduler; `nil` when the service was made outside of every scheduler.
    public let expected: String?
    /// The scheduler on which the caller ran; `nil` on a foreign thread.
    public let actual: String?
    /// The source line that posted the work that made the service; `nil` where it was not recorded.
    public let bound: Provenance?
    /// The source line that posted the work that used the member; `nil` where it was not recorded.
    ///
    /// It includes the parents of that work.
    public let posted: Provenance?

    /// The kind of this violation.
    public var kind: Kind {
        Kind("\(service).\(member) of \(Self.quoted(expected)) on \(Self.quoted(actual))")
    }

    /// A correct line of code, with a likely name for the handle to the service.
    public var advice: String {
        let handle = Self.handleName(for: service)
        let use = Self.use(of: member)
        return switch access {
        case .call: "\(handle).schedule { $0\(use) }"
        case .value: "try await \(handle).run { $0\(use) }"
        case .attempt: "try await \(handle).run { try $0\(use) }"
        case .suspension: "await \(handle)\(use), in an actor or a task of \(Self.quoted(expected))"
        case .signal: "\(handle).signal { $0\(use) }"
        case .write: "\(handle).schedule { $0\(use) = … }"
        case .construction: "let \(handle) = SchedulerBound(on: …) { \(service)(…) }"
        case .release:
            "\(handle).schedule { … }, whose captures are released on \(Self.quoted(expected))"
        }
    }

    /// The report as text of several lines.
    public var description: String {
        var lines = [headline]
        if access != .construction {
            lines.append("    service bound: \(bound.map(Self.place) ?? "not recorded")")
        }
        lines.append("    work posted:   \(posted.map(Self.place) ?? "not recorded")")
        var parent = posted?.parent
        while let ancestor = parent {
            lines.append("      by work of:  \(Self.place(ancestor))")
            parent = ancestor.parent
        }
        lines.append("    right line:    \(advice)")
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        let place = Self.place(actual)
        let used =
            switch access {
            case .construction:
                "\(service) was made \(place): a service belongs to the scheduler it is made on"
            case .write: "\(service).\(member) was set \(place)"
            case .release: "\(service) was released \(place)"
            case .value where !member.hasSuffix(")"): "\(service).\(member) was read \(place)"
            default: "\(service).\(member) was called \(place)"
            }
        return access == .construction ? used : "\(used); \(home)"
    }

    private var home: String {
        expected.map { "it lives on scheduler '\($0)'" } ?? "it was made outside of every scheduler"
    }

    private static func place(_ scheduler: String?) -> String {
        scheduler.map { "on scheduler '\($0)'" } ?? "on a thread without a scheduler"
    }

    private static func place(_ provenance: Provenance) -> String {
        "\(provenance.file):\(provenance.line)"
    }

    private static func quoted(_ scheduler: String?) -> String {
        scheduler.map { "'\($0)'" } ?? "no scheduler"
    }

    /// Returns the use of a member as it is written after a name.
    ///
    /// `.fetch(page: …, …)` for `fetch(page:_:)`, and `[…]` for a subscript.
    private static func use(of member: String) -> String {
        guard let open = member.firstIndex(of: "(") else { return ".\(member)" }
        let labels = member[member.index(after: open)...].dropLast().split(separator: ":")
        let arguments = labels.map { $0 == "_" ? "…" : "\($0): …" }.joined(separator: ", ")
        let name = member[..<open]
        return name == "subscript" ? "[\(arguments)]" : ".\(name)(\(arguments))"
    }

    /// Returns the last word of the class's name, a common name for a handle to it.
    ///
    /// `fetcher` for `NodeFetcher`.
    private static func handleName(for service: String) -> String {
        let name = service.prefix { $0 != "<" }
        guard let word = name.lastIndex(where: \.isUppercase) else { return String(name) }
        return name[word...].lowercased()
    }
}
