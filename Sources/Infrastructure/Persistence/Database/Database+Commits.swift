public import Scheduling
public import Signals

extension Database {
    /// Returns the commits that changed the table of a model, also by a trigger, as a signal.
    ///
    /// ```swift
    /// database.commits(to: Transfer.self, in: home).observe { screen.reload() }
    /// ```
    ///
    /// It follows the commits of this `Database`, not those of other processes. A value arrives on
    /// the caller's scheduler after the commit; a read that begins then sees the change. The end of
    /// the scheduler ends the subscription without an event.
    ///
    /// - Parameters:
    ///   - model: the model of the table.
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    public func commits<Root: Model>(
        to model: Root.Type, in home: SchedulerIsolation
    ) -> Signal<Void, Never> {
        Signal { [observers] observer in
            let scheduler = home.scheduler(for: "commits")
            let relay = IsolatedBox(CommitRelay(observer), of: scheduler)
            let mailbox = Mailbox<Void>(to: scheduler) { _ in
                relay.contentOnScheduler?.observer.send(())
            }
            let number = observers.add(of: Root.table.name) { mailbox.send(()) }
            // The relay is the only owner of the observer, whose release ends the subscription.
            let ending = scheduler.scheduleAtEnd { relay.drop() }
            observer.onDispose {
                ending.cancel()
                mailbox.close()
                relay.drop()
                observers.remove(number)
            }
        }
    }
}

/// The receiver of commits, on the scheduler of the subscription.
private final class CommitRelay {  // not @Schedulable: it is in an IsolatedBox
    let observer: Observer<Void, Never>

    init(_ observer: Observer<Void, Never>) { self.observer = observer }
}
