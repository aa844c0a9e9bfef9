import PhotoFeed

/// An ability that WebDAV servers differ in.
enum WebDAVAbility: String, CaseIterable, Sendable {
    /// Reports of the changes since a token (RFC 6578).
    case reports
    /// One answer with everything below a folder.
    case infinity
    /// Entity tags of files.
    case tags
    /// Quotation marks around a tag in a listing.
    case quotes
    /// Identifiers of files.
    case ids
    /// Digests of files (`oc:checksums`).
    case checksums
    /// Parts of files.
    case ranges
    /// Pictures of files in a smaller form.
    case previews
    /// Searches (RFC 5323).
    case search
}

/// The abilities of a server, as far as its answers have shown them.
struct WebDAVAbilities: Hashable, Sendable {
    private var findings: [WebDAVAbility: Bool] = [:]

    /// Whether the server has the ability; `nil` if no answer has shown it.
    subscript(ability: WebDAVAbility) -> Bool? {
        get { findings[ability] }
        set { findings[ability] = newValue }
    }

    /// Takes note of an ability unless it is known.
    mutating func learn(_ ability: WebDAVAbility, _ value: Bool) {
        findings[ability] = findings[ability] ?? value
    }

    /// Replaces the abilities that `other` states.
    mutating func update(with other: WebDAVAbilities) {
        findings.merge(other.findings) { $1 }
    }

    /// The words of a cursor; an ability that is not known has none.
    var words: [String] {
        WebDAVAbility.allCases.compactMap { ability in
            self[ability].map { "\($0 ? "+" : "-")\(ability.rawValue)" }
        }
    }

    init() {}

    /// Reads the words of a cursor; those of other versions have no effect.
    init(words: some Sequence<Substring>) {
        for word in words {
            guard let ability = WebDAVAbility(rawValue: String(word.dropFirst())) else { continue }
            self[ability] = word.hasPrefix("+")
        }
    }
}
