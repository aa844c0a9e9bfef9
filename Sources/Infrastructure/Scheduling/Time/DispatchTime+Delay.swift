package import Dispatch

extension DispatchTime {
    /// Returns the moment `delay` from now, also where an `Int` has 32 bits.
    ///
    /// Negative delays count as zero. A moment beyond the range of the clock is the distant future.
    package static func after(_ delay: Duration) -> DispatchTime {
        let now = DispatchTime.now().uptimeNanoseconds
        let moment = now.addingReportingOverflow(UInt64(max(0, delay.clampedNanoseconds)))
        guard !moment.overflow, moment.partialValue <= Int64.max else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: moment.partialValue)
    }
}
