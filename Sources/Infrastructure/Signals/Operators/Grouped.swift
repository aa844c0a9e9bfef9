extension Signal {
    /// Splits the values into one signal for each key, sent together with its key.
    ///
    /// ```
    /// self                   --a1--b1--a2--b2-|
    /// grouped(by: \.letter)  --a---b----------|
    /// a                        a1------a2-----|
    /// b                            b1------b2-|
    /// ```
    ///
    /// ```swift
    /// changes.grouped(by: \.folder).flatMap(.merge) { group in
    ///     group.values.debounce(.seconds(1), in: home)     // a clock for each folder
    /// }
    /// ```
    ///
    /// A group is sent before its first value and is hot: a later subscriber gets only later
    /// values. Each group ends with the terminal event of this signal. The groups end before the
    /// result does, in the order in which they began. When the subscription to the groups is over,
    /// all of them end without an event.
    ///
    /// Cost: a subject for each key, until the end.
    @inlinable
    public func grouped<Key: Hashable>(
        by key: @escaping (Value) -> Key
    ) -> Signal<(key: Key, values: Signal), Failure> {
        Signal<(key: Key, values: Signal), Failure>(above: operatorPath) { sink in
            Groups(sink, by: key).start(self)
        }
    }
}

/// The groups of one subscription.
@usableFromInline
final class Groups<Key: Hashable, Value, Failure: Error>: Splitter {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<(key: Key, values: Signal<Value, Failure>), Failure>
    @usableFromInline let key: (Value) -> Key
    @exclusivity(unchecked) @usableFromInline var queue = SplitterQueue<Value, Failure>()
    /// The groups, in the order in which they began.
    @exclusivity(unchecked) @usableFromInline var groups: [Subject<Value, Failure>] = []
    /// The index of each key's group.
    ///
    /// It is checked for conflicting accesses, since the `==` of a key may make the source send.
    @usableFromInline var numbers: [Key: Int] = [:]

    @inlinable
    init(
        _ sink: Sink<(key: Key, values: Signal<Value, Failure>), Failure>,
        by key: @escaping (Value) -> Key
    ) {
        self.sink = sink
        self.key = key
    }

    @inlinable
    func handle(_ event: SignalEvent<Value, Failure>) {
        switch event {
        case .value(let value):
            let key = key(value)
            if let number = numbers[key] {
                return groups[number].observerList.send(value)
            }
            let group = Subject<Value, Failure>()
            numbers[key] = groups.count
            groups.append(group)
            send((key, group.signal)) { group.observerList.send(value) }
        case .ended(let completion):
            for group in groups where sink.isLive { group.observerList.end(completion) }
            sink.end(completion)
        }
    }
}
