/// A library that keeps what was read from originals.
///
/// A service of the business logic, confined to the scheduler on which it was made; every call
/// blocks on the disk.
package protocol OriginalFactsWriter: AnyObject {
    /// Stores facts in one transaction, and corrects the dates of their photos and videos.
    ///
    /// Facts of a version that is no longer current are dropped.
    func store(_ facts: [OriginalFacts]) throws(FeedError)
}
