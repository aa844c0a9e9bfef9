/// The answer to one call, which is given once: by the call, or by whatever keeps the call from being made.
final class Reply<Value: Sendable>: Sendable {
    typealias Answer = Result<Value, any Error>
    typealias Receiver = @Sendable (Answer, _ from: Giver) -> Void

    /// Who answers, and so on which thread the receiver is told.
    enum Giver {
        /// The call, on its scheduler.
        case call
        /// Whatever keeps the call from being made, on any thread, and maybe from within `receive`.
        case refusal
    }

    private enum Phase {
        case waiting
        case running
        case answered
    }

    private struct State {
        var phase = Phase.waiting
        /// The answer that came before its receiver.
        var early: Answer?
        var receiver: Receiver?
        var deadline: Reminder?

        mutating func end(_ answer: Answer) -> (receiver: Receiver?, deadline: Reminder?) {
            phase = .answered
            if receiver == nil { early = answer }
            defer { (receiver, deadline) = (nil, nil) }
            return (receiver, deadline)
        }
    }

    private let state = Guarded(State())

    /// Whether the call has not begun and may begin.
    var isWaiting: Bool { state.withLock { $0.phase == .waiting } }

    /// Has `receiver` told of the answer, on the thread where it is given.
    func receive(_ receiver: @escaping Receiver) {
        let early = state.withLock { state in
            if state.phase != .answered { state.receiver = receiver }
            return state.early.take()
        }
        if let early { receiver(early, .refusal) }
    }

    /// Has `timer` cancelled when the answer is there.
    func end(by timer: Reminder) {
        let isAnswered = state.withLock { state in
            state.deadline = timer
            return state.phase == .answered
        }
        if isAnswered { timer.cancel() }
    }

    /// Answers in place of a call that has not begun; without effect after that.
    func refuse(_ error: any Error) {
        let ended = state.withLock { $0.phase == .waiting ? $0.end(.failure(error)) : nil }
        ended?.receiver?(.failure(error), .refusal)
        ended?.deadline?.cancel()
    }

    /// Makes the call, unless it has been answered, and answers with its result.
    func answer(by call: () throws -> Value) {
        let mayRun = state.withLock { state in
            defer { if state.phase == .waiting { state.phase = .running } }
            return state.phase == .waiting
        }
        guard mayRun else { return }
        let answer = Answer(catching: call)
        let ended = state.withLock { $0.end(answer) }
        ended.receiver?(answer, .call)
        ended.deadline?.cancel()
    }
}

/// Travels with a call, and answers for it when the call is released without having been made.
final class Claim<Value: Sendable>: Sendable {
    private let reply: Reply<Value>
    private let service: Any.Type
    private let scheduler: any Scheduler

    init(_ reply: Reply<Value>, service: Any.Type, scheduler: any Scheduler) {
        self.reply = reply
        self.service = service
        self.scheduler = scheduler
    }

    deinit {
        if reply.isWaiting {
            reply.refuse(BoundError(.schedulerShutDown, service: service, scheduler: scheduler))
        }
    }

    func answer(by call: () throws -> Value) { reply.answer(by: call) }
}
