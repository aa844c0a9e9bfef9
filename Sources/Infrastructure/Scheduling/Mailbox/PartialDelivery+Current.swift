extension PartialDelivery {
    /// Delivers the rest of the batch that the current scheduler is delivering.
    ///
    /// It stops when `isEnough` returns `true`.
    static func deliverRestOfCurrent(until isEnough: () -> Bool) {
        guard let delivery = CurrentScheduler.frame?.pointee.delivery else { return }
        delivery.takeUnretainedValue().deliverRest(until: isEnough)
    }
}
