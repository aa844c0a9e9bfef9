/// The name that a user may have meant.
package enum ClosestName {
    /// The name closest to `word`; `nil` if none is within two edits.
    ///
    /// A short word, of which two edits leave little, has one edit.
    package static func of(_ word: String, among names: [String]) -> String? {
        let limit = word.count < 6 ? 1 : 2
        return names.map { ($0, distance(Array(word), Array($0))) }.filter { $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }

    /// The number of letters to add, remove, replace or exchange with the next one.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var former: [Int] = []
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var next = [index + 1]
            for (column, other) in right.enumerated() {
                var edits = row[column] + (letter == other ? 0 : 1)
                edits = min(edits, row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                    edits = min(edits, former[column - 1] + 1)
                }
                next.append(edits)
            }
            (former, row) = (row, next)
        }
        return row[right.count]
    }
}
