/// The options that do not fit together, so that a value of one replaces a value of another.
///
/// A configuration may name an account, and the command line a library. The value of the source
/// with the higher precedence then replaces both values of the lower one, since the command would
/// refuse their combination, or use the library of the wrong account.
enum OptionConflicts {
    private static let groups: [Set<String>] =
        [
            ["account", "all", "library"],
            ["token-file", "token-command"],
            ["json", "quiet"],
            ["json", "svg"],
            ["json", "csv"],
            ["no-thumbnails", "thumbnail-size"],
            ["no-thumbnails", "media-info"],
        ]
        + ["account", "all"].flatMap { choice in
            ["endpoint", "provider", "user", "token-file", "token-command"].map { [choice, $0] }
        }

    /// Whether a value of one option leaves no place for a value of the other.
    static func exclude(_ one: String, _ other: String) -> Bool {
        groups.contains { $0.contains(one) && $0.contains(other) }
    }
}
