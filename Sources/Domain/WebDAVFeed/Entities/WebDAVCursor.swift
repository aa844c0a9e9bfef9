import PhotoFeed

/// A position in the history of a folder, as a text that a library stores.
///
/// It contains everything that the next run needs, so a fetcher needs no file of its own. A folder
/// is listed in a fixed order: each folder before its subfolders, and these by the bytes of their
/// names. So the path of the last folder states which ones remain.
struct WebDAVCursor: Hashable, Sendable {
    /// The state of the listing.
    enum Position: Hashable, Sendable {
        /// The listing is complete.
        case following
        /// The listing is complete up to a folder; `nil` before the first one.
        case listing(after: String?, isPartial: Bool)
    }

    /// The folder that is mirrored; empty for the whole account.
    var folder: String
    var position: Position
    /// The memory of the last complete listing, or that of the one under way.
    var memory: WebDAVMemory
    /// The memory of the complete listing before the one under way.
    var former: WebDAVMemory?

    private static let version = "webdav1"

    init(
        folder: String, position: Position, memory: WebDAVMemory, former: WebDAVMemory? = nil
    ) {
        self.folder = folder
        self.position = position
        self.memory = memory
        self.former = former
    }

    /// Reads a cursor; `nil` if it is none of WebDAV.
    init?(_ cursor: FeedCursor) {
        var lines = cursor.rawValue.split(separator: "\n", omittingEmptySubsequences: false)[...]
        func optional(_ line: Substring?) -> String?? {
            // By scalars: a mark before a combining mark of the text is one `Character` with it.
            guard let line = line?.unicodeScalars, let mark = line.first else { return nil }
            return mark == "-" ? .some(nil) : Self.decoded(line.dropFirst())
        }
        guard lines.popFirst() == Self.version[...], let folder = optional(lines.popFirst()),
            let kind = lines.popFirst(), let after = optional(lines.popFirst()),
            let memory = WebDAVMemory(&lines, optional)
        else { return nil }
        self.folder = folder ?? ""
        switch kind {
        case "following": position = .following
        case "listing": position = .listing(after: after, isPartial: false)
        case "partial": position = .listing(after: after, isPartial: true)
        default: return nil
        }
        self.memory = memory
        if !lines.isEmpty {
            guard let former = WebDAVMemory(&lines, optional), lines.isEmpty else { return nil }
            self.former = former
        }
    }

    /// The cursor as text.
    var text: FeedCursor {
        let (kind, after): (String, String?) =
            switch position {
            case .following: ("following", nil)
            case .listing(let after, isPartial: false): ("listing", after)
            case .listing(let after, isPartial: true): ("partial", after)
            }
        let lines =
            [Self.version, Self.encoded(folder), kind, Self.encoded(after)]
            + memory.lines + (former?.lines ?? [])
        return FeedCursor(rawValue: lines.joined(separator: "\n"))
    }

    /// A text of a server as one line, with a mark that tells it from none.
    fileprivate static func encoded(_ text: String?) -> String {
        guard let text else { return "-" }
        var line = "+"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": line += "%25"
            case "\n": line += "%0A"
            case "\r": line += "%0D"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func decoded(_ line: Substring.UnicodeScalarView) -> String {
        var text = ""
        var rest = line
        while let scalar = rest.popFirst() {
            if scalar == "%" {
                let code = String(rest.prefix(2))
                rest = rest.dropFirst(2)
                text += code == "0A" ? "\n" : code == "0D" ? "\r" : "%"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension WebDAVMemory {
    fileprivate var lines: [String] {
        let numbers = [near.sums.0, near.sums.1, deep.sums.0, deep.sums.1]
            .map { String($0, radix: 16) }
        return [
            WebDAVCursor.encoded(syncToken), WebDAVCursor.encoded(tag),
            numbers.joined(separator: " "),
            (["\(propagation.rawValue) \(listed) \(hasFileIDs ? "ids" : "paths")"]
                + abilities.words).joined(separator: " "),
        ] + (folders.map { [$0.line] } ?? [])
    }

    fileprivate init?(
        _ lines: inout ArraySlice<Substring>, _ optional: (Substring?) -> String??
    ) {
        guard let syncToken = optional(lines.popFirst()), let tag = optional(lines.popFirst()),
            let sums = lines.popFirst()?.split(separator: " ")
                .map({ UInt64($0, radix: 16) }), sums.count == 4,
            let near0 = sums[0], let near1 = sums[1], let deep0 = sums[2], let deep1 = sums[3],
            let words = lines.popFirst()?.split(separator: " "), words.count >= 3,
            let propagation = WebDAVPropagation(rawValue: String(words[0])),
            let listed = Int64(words[1]), WebDAVMemory.times.contains(listed)
        else { return nil }
        self.init(
            syncToken: syncToken, tag: tag, near: WebDAVDigest(near0, near1),
            deep: WebDAVDigest(deep0, deep1), propagation: propagation, listed: listed,
            hasFileIDs: words[2] == "ids",
            abilities: WebDAVAbilities(words: words.dropFirst(3)),
            folders: WebDAVFolders(&lines))
    }
}
