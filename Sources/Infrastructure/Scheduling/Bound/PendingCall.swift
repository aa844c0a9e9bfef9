/// A pending call; its promise gets an error when it is released without having been made.
///
/// Both sides hold it for a while, so the call's closure is taken out on the home scheduler. When
/// the scheduler accepted the call and it cannot be made, the closure is released on the home
/// scheduler.
@usableFromInline
final class PendingCall<Service, Value: Sendable>: @unchecked Sendable {  // one side at a time
    // unsafe, @exclusivity(unchecked): one side uses it after the other
    @usableFromInline let handle: SchedulerBound<Service>
    @usableFromInline @exclusivity(unchecked) var work: ((Service) throws -> Value)?
    @usableFromInline let deadline: Duration?
    @usableFromInline let promise: CallPromise<Value>
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(
        _ work: sending @escaping (Service) throws -> Value, to handle: SchedulerBound<Service>,
        before deadline: Duration?, answering promise: CallPromise<Value>,
        _ file: StaticString, _ line: UInt
    ) {
        self.handle = handle
        self.work = work
        self.deadline = deadline
        self.promise = promise
        self.file = file
        self.line = line
    }

    @inlinable
    deinit {
        if work != nil { abandon() }
    }

    @usableFromInline
    func abandon() {
        let scheduler = handle.scheduler
        promise.refuse(BoundError(.schedulerShutDown, service: Service.self, scheduler: scheduler))
        scheduler.release(work.take())
    }

    /// Posts the call; it is always answered, also when the scheduler refuses it.
    @inlinable
    func post() {
        let postResult = handle.scheduler.schedule({ self.make() }, file: file, line: line)
        if let error = handle.refusal(postResult) {
            work = nil
            promise.refuse(error)
        } else if let deadline {
            refuse(after: deadline)
        }
    }

    @usableFromInline
    func refuse(after deadline: Duration) {
        let scheduler = handle.scheduler
        let late = BoundError(.deadlineExceeded, service: Service.self, scheduler: scheduler)
        promise.completion.cancelWhenAnswered(
            DeadlineTimer(after: deadline, of: scheduler) { [weak promise] in promise?.refuse(late)
            })
    }

    /// Makes the call, at once or when the service has been built; called on the home scheduler.
    @inlinable
    func make() {
        CurrentScheduler.note(service: Service.self, method: nil)
        if let service = handle.slot.ready {
            guard let work = work.take() else { return }
            promise.answer { try work(service) }
        } else {
            handle.slot.deliver { service in
                guard let work = self.work.take() else { return }
                self.promise.answer { try work(service.get()) }
            }
        }
    }
}
