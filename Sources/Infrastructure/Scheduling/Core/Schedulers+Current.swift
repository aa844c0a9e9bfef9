public import CScheduling

extension Schedulers {
    /// The address of the scheduler whose item runs on this thread; 0 outside of items.
    ///
    /// It is compared with the `ObjectIdentifier` of a scheduler that exists. Reading it as a
    /// number costs no retain.
    @inlinable package static var currentAddress: UInt {
        // A frame begins with the reference to its scheduler.
        cs_get_current()?.load(as: UInt.self) ?? 0
    }
}
