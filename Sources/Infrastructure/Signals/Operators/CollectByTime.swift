public import Scheduling

extension Signal {
    /// Collects the values in arrays, by time and by number.
    ///
    /// An array is sent `interval` after its first value, or as soon as it holds `count` values.
    ///
    /// ```
    /// self               -12-3-----45-------6-|
    /// collect(every: 4)  -----[1,2,3]--[4,5]--[6]|
    /// ```
    ///
    /// No array is empty, and no timer runs while the signal is quiet. The values that still wait
    /// are sent before the completion; a failure drops them. When the source has disappeared, they
    /// are sent at their time; then the subscription is over.
    ///
    /// - Parameters:
    ///   - count: the maximum number of values in an array.
    ///   - interval: the maximum time that a value waits.
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    public func collect(
        _ count: Int = .max, every interval: Duration, in home: SchedulerIsolation
    ) -> Signal<[Value], Failure> {
        precondition(count > 0, "the capacity of a batch must be at least 1")
        return Signal<[Value], Failure>(above: operatorPath) { sink in
            let alarm = Alarm(in: home, for: "collect", while: sink.lifetime)
            let batch = Cell<[Value]>([])
            let close = { () -> [Value] in
                alarm.cancel()
                defer { batch.content = [] }
                return batch.content
            }
            let isOrphaned = Cell(false)
            let upstream = sink.lifetime.makeUpstream(continuingIf: {
                isOrphaned.content = true
                return !batch.content.isEmpty
            })
            subscribe(
                sink.branch(upstream) { value in
                    batch.content.append(value)
                    if batch.content.count == count { return sink.send(close()) }
                    if batch.content.count == 1 {
                        alarm.set(interval) {
                            sink.send(close())
                            if isOrphaned.content, batch.content.isEmpty {
                                sink.lifetime.tearDown()
                            }
                        }
                    }
                } ended: { (completion: Completion<Failure>) in
                    let rest = close()
                    guard completion.isSuccess, !rest.isEmpty else {
                        return sink.end(completion)
                    }
                    sink.send(rest)
                    sink.end(completion)
                })
        }
    }
}
