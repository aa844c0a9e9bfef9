/// A batch of values that a scheduler is delivering; a receiver handles one of them now.
///
/// When the receiver waits and its scheduler serves other work, the rest of the batch is delivered
/// before that work.
@usableFromInline
class PartialDelivery {
    /// Delivers the rest of the batch, until `isEnough` returns `true`.
    func deliverRest(until isEnough: () -> Bool) {}

    /// Delivers the rest of the batch that the current scheduler is delivering.
    ///
    /// It stops when `isEnough` returns `true`.
    static func deliverRestOfCurrent(until isEnough: () -> Bool) {
        guard let delivery = CurrentScheduler.frame?.pointee.delivery else { return }
        delivery.takeUnretainedValue().deliverRest(until: isEnough)
    }
}
