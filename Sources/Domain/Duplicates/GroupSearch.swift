package import PhotoFeed

/// A search for groups of items in a part of a feed, which is made in steps.
package protocol GroupSearch: AnyObject {
    /// The groups, when the search is complete.
    var groups: [DuplicateSearch.Group] { get }
    /// Whether all items were examined.
    var isComplete: Bool { get }
    /// Whether items were left out because of a limit.
    var isTruncated: Bool { get }
    /// The errors of the libraries that could not be read, by their positions in the list.
    var failures: [Int: FeedError] { get }
    /// The number of items that could not be compared.
    var uncompared: Int { get }

    /// Examines about `count` further items; returns whether the search is complete.
    func advance(by count: Int) -> Bool
}

extension DuplicateSearch: GroupSearch {}

extension GroupSearch {
    /// None: a search that compares facts can compare all items.
    package var uncompared: Int { 0 }
}
