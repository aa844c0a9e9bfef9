import ArgumentParser
package import PhotoFeed

extension RemovalLimit {
    /// Parses `all`, a number of photos, or a share such as `20%`.
    ///
    /// - Throws: `ValidationError` for another text.
    package init(text: String) throws {
        if text == "all" {
            self = .unlimited
        } else if text.hasSuffix("%"), let percent = Int(text.dropLast()), (0...100) ~= percent {
            self = .share(percent: percent, atLeast: 0)
        } else if let count = Int(text), count >= 0 {
            self = .count(count)
        } else {
            throw ValidationError("a limit is a number such as 500, a share such as 20%, or all")
        }
    }
}
