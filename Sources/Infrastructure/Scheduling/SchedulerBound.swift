/// A handle to a service that lives on another scheduler: the only thing that crosses.
///
/// The handle builds the service on its home scheduler, calls it there and releases it there, and never hands the reference
/// out. Calls made before construction has finished queue behind it.
///
/// ```swift
/// let host = SchedulerBound<any Host>(on: business) { DropboxHost(gateway: gateway.here) }
/// host.schedule { $0.refresh() }               // fire and forget
/// let name = try await host.run { $0.name }    // ask for a value
/// ```
public final class SchedulerBound<Service>: Sendable {
    /// The scheduler on which the service lives.
    public let scheduler: any Scheduler
    private let slot: Slot

    /// What only the home scheduler touches.
    private final class Slot: @unchecked Sendable {  // every access is made on the home scheduler
        enum State {
            case building
            case ready(Service)
            case unavailable(BoundError)
        }

        var state = State.building
    }

    /// Builds a service with `make` on `scheduler`: at once when the caller is there already, else behind what is queued.
    ///
    /// When `make` throws, every call to the service ends with `BoundError.Code.constructionFailed`.
    public init(
        on scheduler: any Scheduler, _ make: sending @escaping () throws -> Service,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.scheduler = scheduler
        let slot = Slot()
        self.slot = slot
        let posting = scheduler.perform(
            {
                do {
                    slot.state = .ready(try make())
                } catch {
                    slot.state = .unavailable(
                        BoundError(
                            .constructionFailed, service: Service.self, scheduler: scheduler,
                            cause: error))
                }
            }, file: file, line: line)
        if let code = posting.refusal {
            slot.state = .unavailable(BoundError(code, service: Service.self, scheduler: scheduler))
        }
    }

    deinit {
        let slot = slot
        let gone = BoundError(.serviceGone, service: Service.self, scheduler: scheduler)
        scheduler.perform { slot.state = .unavailable(gone) }
    }

    /// The service itself, for neighbours on the same scheduler; traps anywhere else, and before construction has ended.
    public var here: Service {
        precondition(
            scheduler.isCurrent,
            "\(Service.self) lives on scheduler '\(scheduler.name)' and was asked for directly from "
                + "\(Schedulers.current.map { "scheduler '\($0.name)'" } ?? "a foreign thread"): use schedule, run or signal"
        )
        guard case .ready(let service) = slot.state else {
            preconditionFailure(
                "\(Service.self) on scheduler '\(scheduler.name)' is not there: \(slot.state)")
        }
        return service
    }

    /// Calls the service on its scheduler, behind what is queued there; nothing comes back.
    ///
    /// - Returns: whether the scheduler took the call. A call that was taken and finds no service is dropped and logged.
    @discardableResult
    public func schedule(
        _ work: sending @escaping (Service) -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Posting {
        let work = Transferred(work)
        return deliver(
            { result in if case .success(let service) = result { work.value(service) } }, file, line
        )
    }

    /// Calls the service on its scheduler and hands over what it answers.
    ///
    /// - Throws: what `work` throws, or a `BoundError` when the call cannot be delivered.
    public func run<Value: Sendable>(
        _ work: sending @escaping (Service) throws -> Value, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Value {
        let work = Transferred(work)
        return try await withCheckedThrowingContinuation { continuation in
            let posting = deliver(
                { result in continuation.resume(with: Result { try work.value(result.get()) }) },
                file, line)
            if let error = refusal(posting) { continuation.resume(throwing: error) }
        }
    }

    /// Hands the service, or why there is none, to `work` on the home scheduler, behind what is queued there.
    package func deliver(
        _ work: sending @escaping (Result<Service, BoundError>) -> Void, _ file: StaticString,
        _ line: UInt
    ) -> Posting {
        let slot = slot
        let work = Transferred(work)
        return scheduler.schedule(
            {
                switch slot.state {
                case .ready(let service): work.value(.success(service))
                case .unavailable(let error): work.value(.failure(error))
                case .building:
                    preconditionFailure("a call to \(Service.self) overtook its construction")
                }
            }, file: file, line: line)
    }

    /// The error of a call that `posting` refused; `nil` when it was accepted.
    package func refusal(_ posting: Posting) -> BoundError? {
        posting.refusal.map { BoundError($0, service: Service.self, scheduler: scheduler) }
    }
}

extension Posting {
    var refusal: BoundError.Code? {
        switch self {
        case .accepted: nil
        case .shutDown: .schedulerShutDown
        case .full: .queueFull
        }
    }
}
