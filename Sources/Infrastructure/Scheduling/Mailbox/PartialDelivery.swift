/// A batch of values that a scheduler is delivering; a receiver handles one of them now.
///
/// When the receiver waits and its scheduler serves other work, the rest of the batch is delivered
/// before that work.
@usableFromInline
class PartialDelivery {
    /// Delivers the rest of the batch, until `isEnough` returns `true`.
    func deliverRest(until isEnough: () -> Bool) {}
}
