/// A batch of values that a scheduler is handing out, one of which a receiver has.
///
/// When the receiver waits and has its scheduler serve other work, the rest of the batch comes before that work.
@usableFromInline
class PartialDelivery {
    /// Hands out the rest of the batch, until `isEnough`.
    func deliverRest(until isEnough: () -> Bool) {}

    /// Hands out the rest of the batch of which the caller's scheduler has delivered a part, until `isEnough`.
    static func deliverRestOfCurrent(until isEnough: () -> Bool) {
        guard let delivery = CurrentScheduler.frame?.pointee.delivery else { return }
        delivery.takeUnretainedValue().deliverRest(until: isEnough)
    }
}
