extension Int64 {
    /// Returns the sum of two sizes in bytes, clamped to the range instead of overflowing.
    ///
    /// A server may state any size of a file.
    package func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
