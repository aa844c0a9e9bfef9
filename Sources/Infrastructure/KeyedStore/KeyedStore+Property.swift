public import Scheduling
public import Signals

extension KeyedStore {
    /// Returns the value of a key as a property of the caller's scheduler.
    ///
    /// ```swift
    /// let theme = try store.property(of: Settings.theme, in: home)
    /// theme.signal.observe { screen.show(in: $0) }
    /// ```
    ///
    /// The property receives one value for each change, from any thread, and none for an update
    /// that assigns an equal value. A change arrives as a work item of the scheduler; the store
    /// itself has the new value as soon as the update returns. Changes of other processes arrive
    /// with the next update or `reload` of this store. A change to a value that cannot be decoded
    /// does not arrive.
    ///
    /// The property does not keep the store alive; without it, the value no longer changes. The
    /// last reference to the property may be released on any scheduler.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - home: the caller's scheduler, to which the property belongs.
    /// - Throws: `.unreadable` if the stored value cannot be decoded, `.newerFormat` if a newer
    ///   version of the program has stored it.
    public func property<Value>(
        of key: Key<Value>, in home: SchedulerIsolation
    ) throws(KeyedStoreError) -> Property<Value> {
        let scheduler = home.scheduler(for: "property(of:)")
        let relay = IsolatedBox(KeyRelay<Value>(), of: scheduler)
        let mailbox = Mailbox<Value>(to: scheduler) { value in
            relay.contentOnScheduler?.observer?.send(value)
        }
        let definition = key.definition
        let place = backend.place
        let observation = KeyObservation(of: key.name) { entry in
            guard let cached = try? definition.cachedValue(of: entry, in: place) else {
                return true
            }
            return mailbox.send(definition.value(of: cached)) != .closed
        }
        // Each later change reaches the mailbox.
        let (entry, number) = content.withLock { content in
            content.lastObservation += 1
            content.observations[content.lastObservation] = observation
            return (content.image.entries[key.name], content.lastObservation)
        }
        let initial: CachedValue
        do throws(KeyedStoreError) {
            initial = try definition.cachedValue(of: entry, in: place)
        } catch {
            removeObservation(number)
            throw error
        }
        return Property(
            initial: definition.value(of: initial),
            then: Signal { observer in
                relay.contentOnScheduler?.observer = observer
                observer.onDispose { [weak self] in
                    mailbox.close()
                    relay.drop()
                    self?.removeObservation(number)
                }
            })
    }

    func removeObservation(_ number: Int) {
        let removed = content.withLock { $0.observations.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
    }
}

/// The receiver of the changes of a key, on the scheduler of the property.
private final class KeyRelay<Value> {  // not @Schedulable: it is in an IsolatedBox
    var observer: Observer<Value, Never>?
}
