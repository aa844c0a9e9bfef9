/// A handle to a service on another scheduler; only the handle crosses schedulers.
///
/// The handle builds the service on its home scheduler, calls it there and releases it there. It
/// never exposes the reference.
///
/// ```swift
/// let counter = SchedulerBound(on: business) { WordCounter() }
/// counter.schedule { _ = $0.add("to be") }                     // without waiting
/// let total = try await counter.run { $0.add("or not to be") } // with the result
/// ```
///
/// The ways to use the service:
///
/// | way | from | result |
/// |---|---|---|
/// | `schedule` | anywhere | none; with `outcome:`, the reason of a call that was not made |
/// | `run` | a task | the value that the closure returns |
/// | `wait` | the start of a program | the same; it blocks the caller |
/// | `signal` | anywhere | a `BoundSignal` with the values over time |
/// | `get(in:)` | code on the same scheduler | the service itself, for direct calls |
///
/// All closures run on the home scheduler, and their results have to be `Sendable`. Services of one
/// scheduler use each other directly: pass them by `get(in:)` when they are built. A handle is not
/// a way to share data: pass immutable values.
///
/// Calls made before the end of the construction queue behind it. Each call has an outcome: it
/// runs, or its caller receives a `BoundError` with the reason. A call whose caller did not request
/// the outcome is counted and logged (`Schedulers.undeliveredCalls`).
///
/// The service lives as long as the handle, and until the calls made through it have run. A weak
/// reference to the handle does not keep the service:
/// `{ [weak counter] in counter?.schedule { … } }`. To refer to the same service by another type,
/// build a second handle from the first:
/// `SchedulerBound<any APIHost>(on: business) { try host.get(in: $0) }`.
///
/// A call costs one post. On an idle `WorkScheduler`, `run` costs about as much as an `await` on an
/// actor; behind other work, it also needs an object and a cancellation handler.
@dynamicMemberLookup
public final class SchedulerBound<Service>: Sendable {
    /// The home scheduler of the service.
    public let scheduler: any Scheduler
    @usableFromInline package let slot: BoundSlot<Service>
    /// The direct path to the service while its scheduler is idle, if the scheduler has one.
    @usableFromInline let directCallExecutor: DirectCallExecutor?

    /// Builds a service with `make` on `scheduler`: at once when the caller is on it, else queued.
    ///
    /// When `make` throws, every call to the service ends with
    /// `BoundError.Code.constructionFailed`.
    ///
    /// - Parameters:
    ///   - scheduler: the home scheduler of the service.
    ///   - make: builds the service; its parameter gives access to services that were built on the
    ///     scheduler before.
    public convenience init(
        on scheduler: any Scheduler,
        _ make: consuming sending @escaping ServiceCall<SchedulerIsolation, Service>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(unbuiltOn: scheduler)
        if scheduler.isCurrent {
            slot.build(on: scheduler, ofNoActor(consume make, on: scheduler))
            return
        }
        let postResult = scheduler.post(
            slot.building(
                on: scheduler, ofNoActor(consume make, on: scheduler), .capture(file, line)))
        if let error = refusal(postResult) { slot.finishConstruction(.failure(error)) }
    }

    /// Builds a service without needs: at once if the caller is on `scheduler`, else queued.
    ///
    /// When `make` throws, every call to the service ends with
    /// `BoundError.Code.constructionFailed`.
    public convenience init(
        on scheduler: any Scheduler,
        _ make: consuming sending @escaping ServiceConstruction<Service>,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            on: scheduler, Self.ignoringIsolation(ofNoActor(consume make, on: scheduler)),
            file: file, line: line)
    }

    /// Creates a handle whose service is built later.
    private init(unbuiltOn scheduler: any Scheduler) {
        self.scheduler = scheduler
        directCallExecutor = scheduler.directPath?.executor
        slot = BoundSlot<Service>()
    }

    /// Builds a service on `scheduler` when it is called first, or by `get(in:)`.
    ///
    /// - Parameters:
    ///   - scheduler: the home scheduler of the service.
    ///   - make: builds the service; the closure is released when it has run.
    package convenience init(
        lazilyOn scheduler: any Scheduler,
        _ make: @escaping @Sendable (SchedulerIsolation) throws -> Service
    ) {
        self.init(unbuiltOn: scheduler)
        slot.delayConstruction { [unowned slot] in slot.build(on: scheduler, make) }
    }

    private static func ignoringIsolation(
        _ make: sending @escaping () throws -> Service
    ) -> sending (SchedulerIsolation) throws -> Service {
        { _ in try make() }
    }

    deinit {
        let slot = slot
        let gone = BoundError(.serviceGone, service: Service.self, scheduler: scheduler)
        let release = WorkItem({ slot.end(gone) }, atShutdown: .always, provenance: nil)
        _ = scheduler.post(release)
    }

    /// Passes the service, or the reason why there is none, to `work` on the home scheduler.
    ///
    /// The call is queued there, and made once, unless the scheduler refuses it.
    package func deliver(
        _ work: consuming sending @escaping (Result<Service, BoundError>) -> Void,
        _ file: StaticString, _ line: UInt
    ) -> PostResult {
        scheduler.post(
            runOrSkip: slot.delivering(work, orSkipping: endOfScheduler),
            provenance: .capture(file, line))
    }

    /// The error of work that ends because the service's scheduler has ended.
    package var endOfScheduler: BoundError {
        BoundError(.schedulerShutDown, service: Service.self, scheduler: scheduler)
    }

    /// Returns the error of a call that was refused with `postResult`; `nil` when it was accepted.
    package func refusal(_ postResult: PostResult) -> BoundError? {
        postResult.refusal.map { BoundError($0, service: Service.self, scheduler: scheduler) }
    }
}

extension PostResult {
    var refusal: BoundError.Code? {
        switch self {
        case .accepted: nil
        case .shutDown: .schedulerShutDown
        case .full: .queueFull
        }
    }
}
