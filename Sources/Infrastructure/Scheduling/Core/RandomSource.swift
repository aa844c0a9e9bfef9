/// A scheduler that also chooses the random numbers of its work, so that a run can be repeated.
package protocol RandomSource: Scheduler {
    /// Returns the next number, from 0 to 1.
    func nextRandom() -> Double
}

extension Schedulers {
    /// Returns a random number within `range`, for instance the share of a delay.
    ///
    /// In a simulation the current scheduler chooses it, elsewhere the system does.
    package static func random(in range: ClosedRange<Double>) -> Double {
        guard let source = current as? any RandomSource else { return .random(in: range) }
        return range.lowerBound + source.nextRandom() * (range.upperBound - range.lowerBound)
    }
}
