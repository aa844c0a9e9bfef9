package import Dispatch

extension DispatchTime {
    /// The moment `delay` from now, whatever the size of an `Int`; negative delays count as none, and what the clock cannot hold
    /// never passes.
    package static func after(_ delay: Duration) -> DispatchTime {
        let now = DispatchTime.now().uptimeNanoseconds
        let moment = now.addingReportingOverflow(UInt64(max(0, delay.clampedNanoseconds)))
        guard !moment.overflow, moment.partialValue <= Int64.max else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: moment.partialValue)
    }
}
