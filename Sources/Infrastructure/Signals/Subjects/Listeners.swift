import Scheduling

/// The listeners of an object: observers with several methods, held weakly, in order of adding.
///
/// ```swift
/// protocol SyncListener: AnyObject {
///     func syncBegan()
///     func syncEnded(with count: Int)
/// }
/// ```
///
/// ```swift
/// let listeners = Listeners<any SyncListener>()
/// listeners.add(display)
/// listeners.broadcast { $0.syncEnded(with: 12) }
/// ```
///
/// Use it for an observer whose methods belong together. For a state use a property, and for one
/// kind of event a signal.
///
/// A listener is not kept alive. One that was released gets no call, and its entry is removed. A
/// listener that is added twice gets one call for each broadcast.
///
/// Adding, removing and broadcasting during a broadcast take effect after it, in the order of the
/// calls. So each listener gets all broadcasts in one order, and a listener that is removed during
/// a broadcast still gets its call.
///
/// The listeners belong to the scheduler on which the object was made, or else to the first one
/// that uses it. A debug build reports their use on another one.
///
/// Cost: adding and removing take time in proportion to the number of listeners. A broadcast costs
/// a weak reference and a cast for each listener.
public final class Listeners<Listener> {  // not @Schedulable: may be made outside of schedulers
    private struct Entry {
        weak var object: AnyObject?
    }

    private enum Step {
        case add(Entry)
        case remove(Entry)
        case broadcast((Listener) -> Void)
    }

    private let pin = SchedulerPin()
    private var entries: [Entry] = []
    /// The steps that wait for the end of the broadcast.
    private var queue = FIFOQueue<Step>()
    private var isBroadcasting = false

    /// Creates an object without listeners.
    public init() {}

    /// The number of listeners that exist.
    public var count: Int {
        pin.check(Listeners.self, .value, "count")
        return entries.count { $0.object != nil }
    }

    /// Adds a listener behind the others, unless it was added before.
    ///
    /// Traps if the listener is not an object, because a value cannot be held weakly.
    public func add(_ listener: Listener) {
        pin.check(Listeners.self, .call, "add(_:)")
        perform(.add(entry(for: listener)))
    }

    /// Removes a listener; does nothing if it was not added.
    public func remove(_ listener: Listener) {
        pin.check(Listeners.self, .call, "remove(_:)")
        perform(.remove(entry(for: listener)))
    }

    /// Calls `call` with each listener, in order of adding.
    ///
    /// It has been called with all of them when this returns, except during another broadcast.
    public func broadcast(_ call: @escaping (Listener) -> Void) {
        pin.check(Listeners.self, .call, "broadcast(_:)")
        perform(.broadcast(call))
    }

    private func entry(for listener: Listener) -> Entry {
        precondition(
            type(of: listener as Any) is AnyClass,
            "\(type(of: listener as Any)) is not a class: only objects can be listeners")
        return Entry(object: listener as AnyObject)
    }

    private func perform(_ step: Step) {
        if isBroadcasting { return queue.append(step) }
        take(step)
        while let next = queue.popFirst() { take(next) }
    }

    private func take(_ step: Step) {
        switch step {
        case .add(let entry):
            guard let object = entry.object, index(of: object) == nil else { return }
            entries.append(entry)
        case .remove(let entry):
            if let object = entry.object, let index = index(of: object) {
                entries.remove(at: index)
            }
        case .broadcast(let call):
            isBroadcasting = true
            for entry in entries {
                if let object = entry.object, let listener = object as? Listener { call(listener) }
            }
            isBroadcasting = false
        }
        entries.removeAll { $0.object == nil }
    }

    private func index(of object: AnyObject) -> Int? {
        entries.firstIndex { $0.object === object }
    }
}
