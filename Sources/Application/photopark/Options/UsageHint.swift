import Escaping

/// Replacements for the parser's messages about unexpected and missing arguments.
enum UsageHint {
    /// Names of the same commands in other programs, with the command that each stands for.
    private static let synonyms = [
        "ls": "feed", "list": "feed", "show": "feed", "download": "sync", "fetch": "sync",
        "pull": "sync", "get": "sync", "export": "gallery", "web": "gallery", "serve": "stub",
        "server": "stub",
    ]

    /// The replacement for the parser's `message`; `nil` where that message is clear enough.
    ///
    /// - Parameter commands: the names of the program's commands.
    static func text(for message: String, _ arguments: [String], commands: [String]) -> String? {
        guard let command = arguments.first, !command.hasPrefix("-") else { return nil }
        guard commands.contains(command) || command == "help" else {
            let guess = synonyms[command] ?? closest(to: command, among: commands)
            return "unknown command '\(TerminalText.escape(command))'"
                + (guess.map { "; did you mean '\($0)'?" } ?? ".")
                + " The commands are \(commands.joined(separator: ", "))."
        }
        let isUnexpected = message.hasPrefix("Unexpected argument '")
        guard isUnexpected || message.hasPrefix("Missing expected argument '--output"),
            let stray = arguments.dropFirst().first(where: {
                isUnexpected ? message.hasSuffix("'\($0)'") : !$0.hasPrefix("-")
            })
        else { return nil }
        let option =
            switch command {
            case "feed", "sync": "--library"
            case "gallery", "demo": "--output"
            case "stub": "--root"
            default: ""
            }
        let value = TerminalText.escape(stray)
        return "unexpected argument '\(value)'; did you mean \(option) \(value)?"
    }

    /// The name closest to `word`; `nil` if none is within two edits.
    private static func closest(to word: String, among names: [String]) -> String? {
        names.map { ($0, distance(word, $0)) }.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
    }

    /// The Levenshtein distance.
    private static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let edited = min(row[column], row[column + 1], diagonal) + 1
                (diagonal, row[column + 1]) = (
                    row[column + 1], letter == other ? diagonal : edited
                )
            }
        }
        return row[right.count]
    }
}
