import PhotoFeed

extension Int64 {
    /// Returns the number that follows a stored one, or the sum with a number of rows.
    ///
    /// - Throws: `.libraryDamaged` if no library can have reached the stored number.
    func next(by count: Int64 = 1) throws(FeedError) -> Int64 {
        let (sum, isOverflow) = addingReportingOverflow(count)
        guard self >= 0, !isOverflow else {
            throw FeedError(.libraryDamaged, "the library is damaged: a number in it is \(self)")
        }
        return sum
    }
}
