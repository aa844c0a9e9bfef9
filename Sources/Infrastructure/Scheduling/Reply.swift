/// The answer to one call, which is given once: by the call, or by whatever keeps the call from being made.
@usableFromInline
final class Reply<Value: Sendable>: @unchecked Sendable {  // its rendezvous orders the accesses
    @usableFromInline typealias Answer = Result<Value, any Error>

    @usableFromInline let rendezvous = Rendezvous()
    /// Written by the one who answers, before the rendezvous' end, and read after it.
    @usableFromInline @exclusivity(unchecked) var given: Answer?

    @inlinable
    init() {}

    /// What was answered; after the rendezvous.
    @inlinable var answer: Answer {
        guard let given else { preconditionFailure("nobody has answered yet") }
        return given
    }

    /// Has `receiver` told of the answer, on the thread where it is given.
    func receive(_ receiver: @escaping @Sendable (Answer) -> Void) {
        rendezvous.receive { receiver(self.answer) }
    }

    /// Makes the call, unless it has been answered, and answers with its result.
    @inlinable
    func answer(by call: () throws -> Value) {
        guard rendezvous.begin() else { return }
        given = Answer(catching: call)
        rendezvous.end()
    }

    /// Answers in place of a call that has not begun; without effect after that.
    @usableFromInline
    func refuse(_ error: any Error) {
        guard rendezvous.begin() else { return }
        given = .failure(error)
        rendezvous.endElsewhere()
    }
}

/// A call on its way, which answers for itself when it is released without having been made.
@usableFromInline
final class Claim<Service, Value: Sendable>: @unchecked Sendable {  // used by one after the other
    @usableFromInline let handle: SchedulerBound<Service>
    @usableFromInline let work: Transferred<(Service) throws -> Value>
    @usableFromInline let reply: Reply<Value>
    @usableFromInline var isMade = false

    @inlinable
    init(
        _ work: Transferred<(Service) throws -> Value>, to handle: SchedulerBound<Service>,
        answering reply: Reply<Value>
    ) {
        self.handle = handle
        self.work = work
        self.reply = reply
    }

    @inlinable
    deinit {
        if isMade { return }
        let scheduler = handle.scheduler
        reply.refuse(BoundError(.schedulerShutDown, service: Service.self, scheduler: scheduler))
    }

    /// Makes the call, or has it made when the service is built; on the scheduler.
    @inlinable
    func make() {
        CurrentScheduler.note(service: Service.self, method: nil)
        if let service = handle.slot.service {
            isMade = true
            reply.answer { try work.value(service) }
        } else {
            handle.slot.deliver { service in
                self.isMade = true
                self.reply.answer { try self.work.value(service.get()) }
            }
        }
    }
}
