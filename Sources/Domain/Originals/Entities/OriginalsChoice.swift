package import PhotoFeed

/// The originals that a library downloads: the folder, the layout and the filters.
///
/// A library stores its choice, so that later runs repeat it.
package struct OriginalsChoice: Hashable, Sendable {
    /// The absolute path of the folder of the originals.
    package var folder: String
    /// The template of the paths below the folder.
    package var layout: OriginalLayout
    /// The lower limit of the dates, inclusive; `nil` for no limit.
    package var since: FeedTime?
    /// The kind of the files; `nil` for photos and videos.
    package var kind: MediaInfo.Kind?
    /// The patterns of which one has to match; empty for all files.
    package var included: [PathPattern]
    /// The patterns of which none may match.
    package var excluded: [PathPattern]
    /// The largest number of bytes that one run downloads; `nil` for no limit.
    package var byteLimit: Int64?
    /// The time of the last change that a downloaded file gets.
    package var fileTime: FileTime

    /// A time of a photo that becomes the time of its file.
    package enum FileTime: String, Hashable, Sendable, CaseIterable {
        /// The time of the last change that the server lists.
        case modified
        /// The time at which it was taken, or that of the last change if it is unknown.
        case taken
    }

    package init(
        folder: String, layout: OriginalLayout, since: FeedTime? = nil,
        kind: MediaInfo.Kind? = nil, included: [PathPattern] = [], excluded: [PathPattern] = [],
        byteLimit: Int64? = nil, fileTime: FileTime = .modified
    ) {
        self.folder = folder
        self.layout = layout
        self.since = since
        self.kind = kind
        self.included = included
        self.excluded = excluded
        self.byteLimit = byteLimit
        self.fileTime = fileTime
    }

    /// Whether an item of the feed belongs to the choice.
    package func contains(_ item: FeedItem) -> Bool {
        if let since, item.node.date < since { return false }
        if let kind, item.node.kind != kind { return false }
        guard included.isEmpty || included.contains(where: { $0.matches(item.displayPath) }) else {
            return false
        }
        return !excluded.contains { $0.matches(item.displayPath) }
    }
}

/// A pattern of paths, such as `*.jpg` or `/Camera Uploads/**`.
///
/// `*` matches any characters except a slash, `**` any characters, and `?` one character except a
/// slash. A pattern without a slash is compared with the name alone, another one with the whole
/// path. Case is ignored.
package struct PathPattern: Hashable, Sendable {
    /// The pattern as the user wrote it.
    package let text: String
    private let pattern: [Character]
    private let isOfName: Bool

    package init(_ text: String) {
        self.text = text
        isOfName = !text.unicodeScalars.contains("/")
        let isAnchored = isOfName || text.unicodeScalars.first == "/"
        pattern = Self.characters(of: isAnchored ? text : "/" + text)
    }

    /// Whether the pattern matches a path that begins with a slash.
    package func matches(_ path: String) -> Bool {
        let subject = isOfName ? SafeName.components(of: path).last ?? "" : path
        return Self.matches(pattern, Self.characters(of: subject))
    }

    /// The characters of a text in lower case; slashes and wildcards are separate from the
    /// combining marks that follow them.
    private static func characters(of text: String) -> [Character] {
        var characters: [Character] = []
        for character in text.lowercased() {
            let isJoined =
                character.utf8.count > 1
                && character.unicodeScalars.contains { $0 == "/" || $0 == "*" || $0 == "?" }
            if isJoined {
                for scalar in character.unicodeScalars { characters.append(Character(scalar)) }
            } else {
                characters.append(character)
            }
        }
        return characters
    }

    /// Compares from left to right with all places of the pattern that the text so far can have
    /// reached, so that the time is at most the product of both lengths.
    private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
        var reached: Set<Int> = [0]
        reached = closure(reached, pattern)
        for character in text {
            var next: Set<Int> = []
            for state in reached where state < pattern.count {
                switch pattern[state] {
                case "*":
                    let isDouble = isDoubleStar(pattern, state)
                    if isDouble || character != "/" { next.insert(state) }
                case "?": if character != "/" { next.insert(state + 1) }
                default: if pattern[state] == character { next.insert(state + 1) }
                }
            }
            reached = closure(next, pattern)
            if reached.isEmpty { return false }
        }
        return reached.contains(pattern.count)
    }

    private static func isDoubleStar(_ pattern: [Character], _ state: Int) -> Bool {
        state + 1 < pattern.count && pattern[state + 1] == "*"
            || state > 0 && pattern[state - 1] == "*"
    }

    /// Adds the states that are reached without a character.
    private static func closure(_ states: Set<Int>, _ pattern: [Character]) -> Set<Int> {
        var all = states
        for state in states {
            var state = state
            while state < pattern.count, pattern[state] == "*" {
                state += 1
                all.insert(state)
            }
        }
        return all
    }
}
