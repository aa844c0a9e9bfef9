/// The name that a user may have meant.
package enum ClosestName {
    /// The name closest to `word`; `nil` if none is within two edits.
    package static func of(_ word: String, among names: [String]) -> String? {
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
