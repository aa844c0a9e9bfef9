import Dispatch

/// A library of the time before `Sendable`: it calls back on a thread of its choice, and its types
/// do not say so.
public func callBack(_ body: @escaping () -> Void) {
    DispatchQueue.global().async(execute: DispatchWorkItem(block: body))
}

/// A class that was written before there were schedulers.
open class OldTask {
    /// An unchecked property.
    public var name = ""

    /// A new one.
    public init() {}
}
