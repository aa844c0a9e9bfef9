/// The storage of a bound service; used on its home scheduler only.
///
/// It is not an `IsolatedBox`: the service is built later, calls wait for it, and the slot is
/// released by an item of its handle.
@usableFromInline
package final class BoundSlot<Service>: Construction, @unchecked Sendable {  // home scheduler only
    // unsafe, @exclusivity(unchecked): one scheduler uses the slot, so accesses cannot overlap
    typealias Call = (Result<Service, BoundError>) -> Void

    @usableFromInline
    enum State {
        case building
        case built(Service)
        case unavailable(BoundError)
    }

    @usableFromInline @exclusivity(unchecked) var state = State.building
    /// The error that ends the service once the calls that wait for it have been made.
    private var ending: BoundError?

    /// An object that is released together with the service.
    package var companion: AnyObject?

    override init() {}

    /// The service; `nil` before the end of its construction, and when it is not available.
    @inlinable package var service: Service? {
        if case .built(let service) = state { service } else { nil }
    }

    /// The service, for a call that has no other calls to wait for; otherwise `nil`.
    @inlinable package var ready: Service? { isUnderWay ? nil : service }

    /// Returns the service, for a call whose turn has come; it begins a delayed construction.
    @usableFromInline
    func get() throws(BoundError) -> Service {
        if case .building = state { beginConstruction() }
        switch state {
        case .building: preconditionFailure("\(Service.self) is under construction")
        case .built(let service): return service
        case .unavailable(let error): throw error
        }
    }

    /// Makes a call at once, or when the construction has ended.
    func deliver(_ call: @escaping Call) {
        if isUnderWay { queue { [unowned self] in hand(call) } } else { hand(call) }
    }

    /// Makes a call at once, or when the construction has ended.
    ///
    /// The call begins a delayed construction. If it finds no service, it is counted.
    package func call(
        _ work: @escaping (Service) -> Void, _ file: StaticString, _ line: UInt
    ) {
        deliver { service in
            switch service {
            case .success(let service): work(service)
            case .failure(let error): UndeliveredCalls.add(error, file, line)
            }
        }
    }

    private func hand(_ call: Call) {
        call(Result { () throws(BoundError) in try get() })
    }

    /// Ends the construction, and makes the calls that waited for it.
    func finishConstruction(_ result: Result<Service, BoundError>) {
        guard case .building = state else { return }
        switch result {
        case .success(let service): state = .built(service)
        case .failure(let error): state = .unavailable(error)
        }
        end()
        if let ending { end(ending) }
    }

    /// Releases the service, after the calls that wait for it.
    func end(_ error: BoundError) {
        if isUnderWay {
            ending = error
        } else {
            state = .unavailable(error)
            companion = nil
        }
    }

    /// Releases the service while its handle remains; the construction may not have begun.
    func close(_ error: BoundError) {
        if cancelConstruction() { finishConstruction(.failure(error)) } else { end(error) }
    }

    /// Builds the service.
    func build(on scheduler: any Scheduler, _ make: (SchedulerIsolation) throws -> Service) {
        do {
            finishConstruction(.success(try make(SchedulerIsolation(scheduler))))
        } catch {
            let failure = BoundError(
                .constructionFailed, service: Service.self, scheduler: scheduler, cause: error)
            finishConstruction(.failure(failure))
        }
    }
}

/// The work that is posted to the home scheduler; it keeps no captures once it has run.
extension BoundSlot {
    /// Returns the item that builds the service.
    ///
    /// Where a shutdown skips the item, the service becomes unavailable.
    func building(
        on scheduler: any Scheduler,
        _ make: sending @escaping (SchedulerIsolation) throws -> Service,
        _ provenance: Provenance?
    ) -> WorkItem {
        WorkItem(
            runOrSkip: { isRun in
                if isRun { return self.build(on: scheduler, make) }
                self.finishConstruction(.failure(Self.skipped(on: scheduler)))
            }, provenance: provenance)
    }

    /// Returns work that passes the service, or the reason why there is none, to `work`.
    ///
    /// A shutdown that skips the item is one such reason; `work` then receives `error`.
    func delivering(
        _ work: sending @escaping Call, orSkipping error: BoundError
    ) -> sending (Bool) -> Void {
        { isRun in
            guard isRun else { return work(.failure(error)) }
            CurrentScheduler.note(service: Service.self, method: nil)
            self.deliver(work)
        }
    }

    /// Returns the item that calls the service.
    ///
    /// A call that is skipped, or that finds no service, is counted.
    func calling(
        _ work: sending @escaping (Service) -> Void, _ file: StaticString, _ line: UInt
    ) -> WorkItem {
        WorkItem(
            runOrSkip: { isRun in
                guard isRun else { return Self.addSkippedCall(file, line) }
                CurrentScheduler.note(service: Service.self, method: nil)
                if let service = self.ready { return work(service) }
                self.call(work, file, line)
            }, provenance: .capture(file, line))
    }

    /// Counts a call that a shutdown of the current scheduler skips.
    private static func addSkippedCall(_ file: StaticString, _ line: UInt) {
        guard let scheduler = Schedulers.current else { return }
        UndeliveredCalls.add(skipped(on: scheduler), file, line)
    }

    private static func skipped(on scheduler: any Scheduler) -> BoundError {
        BoundError(.schedulerShutDown, service: Service.self, scheduler: scheduler)
    }
}
