/// The observation of one key by a property.
final class KeyObservation: Sendable {
    let name: String
    /// Passes the changed entry of the key on; returns whether the scheduler of the property lives.
    let tell: @Sendable ([UInt8]?) -> Bool

    init(of name: String, _ tell: @escaping @Sendable ([UInt8]?) -> Bool) {
        self.name = name
        self.tell = tell
    }
}
