/// What is to be known of a service's construction without the service; touched on its home scheduler only.
@usableFromInline
package class Construction: @unchecked Sendable {  // used at home only
    // unsafe, @exclusivity(unchecked): one scheduler uses the slot, so accesses cannot overlap
    /// Whether calls have to wait: for its end, or for the calls that came before it.
    @usableFromInline @exclusivity(unchecked) final var isUnderWay = true
    /// Calls that came meanwhile: a construction that waits for another scheduler serves its own.
    private var waiting: [() -> Void] = []
    /// How many of them have begun; `nil` before the construction has ended.
    private var begun: Int?

    fileprivate init() {}

    /// Has a call made when the construction has ended, behind those that came before.
    ///
    /// One that comes in the middle of another that serves is made there, with those before it: that other may wait for it.
    final func queue(_ call: @escaping () -> Void) {
        waiting.append(call)
        makeCalls()
    }

    /// Makes the calls that wait, and those that come meanwhile.
    fileprivate final func end() {
        begun = 0
        makeCalls()
        waiting = []
        isUnderWay = false
    }

    private func makeCalls() {
        while let next = begun, next < waiting.count {
            begun = next + 1
            let call = waiting[next]
            waiting[next] = {}  // what it captured goes with it
            call()
        }
    }
}

/// Where a bound service is kept; touched on its home scheduler only.
@usableFromInline
package final class BoundSlot<Service>: Construction, @unchecked Sendable {  // used at home only
    @usableFromInline
    typealias Call = (Result<Service, BoundError>) -> Void

    @usableFromInline
    enum State {
        case building
        case built(Service)
        case unavailable(BoundError)
    }

    @usableFromInline @exclusivity(unchecked) var state = State.building
    /// What ends the service when the calls that waited for it have been made.
    private var ending: BoundError?

    /// What is released together with the service, or as soon as it turns out that there is none.
    package var companion: AnyObject?

    override init() {}

    /// The service; `nil` before its construction has ended, and when it is not there.
    @inlinable package var service: Service? {
        if case .built(let service) = state { service } else { nil }
    }

    /// The service, for a call that has nothing to queue behind.
    @inlinable var ready: Service? { isUnderWay ? nil : service }

    /// The service, for a call whose turn has come.
    @usableFromInline
    func get() throws(BoundError) -> Service {
        switch state {
        case .building: preconditionFailure("\(Service.self) is under construction")
        case .built(let service): return service
        case .unavailable(let error): throw error
        }
    }

    /// Makes a call now, or when construction has ended.
    @usableFromInline
    func deliver(_ call: @escaping Call) {
        if isUnderWay { queue { [unowned self] in hand(call) } } else { hand(call) }
    }

    private func hand(_ call: Call) {
        call(Result { () throws(BoundError) in try get() })
    }

    /// Ends the construction, and makes the calls that waited for it.
    func settle(_ result: Result<Service, BoundError>) {
        guard case .building = state else { return }
        switch result {
        case .success(let service): state = .built(service)
        case .failure(let error): state = .unavailable(error)
        }
        end()
        if let ending { end(ending) }
    }

    /// Releases the service, behind the calls that wait for it.
    func end(_ error: BoundError) {
        if isUnderWay {
            ending = error
        } else {
            state = .unavailable(error)
            companion = nil
        }
    }

    /// Builds the service.
    func build(on scheduler: any Scheduler, _ make: (SchedulerIsolation) throws -> Service) {
        do {
            settle(.success(try make(SchedulerIsolation(scheduler))))
        } catch {
            let failure = BoundError(
                .constructionFailed, service: Service.self, scheduler: scheduler, cause: error)
            settle(.failure(failure))
        }
    }
}

/// What is posted to the home scheduler; nothing that it captured is held here when it has been made.
extension BoundSlot {
    /// The item that builds the service; where a shutdown skips it, there is none.
    func building(
        on scheduler: any Scheduler,
        _ make: sending @escaping (SchedulerIsolation) throws -> Service,
        _ provenance: Provenance?
    ) -> WorkItem {
        WorkItem(
            settling: { isRun in
                if isRun { return self.build(on: scheduler, make) }
                self.settle(.failure(Self.skipped(on: scheduler)))
            }, provenance: provenance)
    }

    /// Hands over the service, or why there is none; a shutdown that skips that is one reason.
    func delivering(
        _ work: sending @escaping Call, orSkipping error: BoundError
    ) -> sending (Bool) -> Void {
        { isRun in
            guard isRun else { return work(.failure(error)) }
            CurrentScheduler.note(service: Service.self, method: nil)
            self.deliver(work)
        }
    }

    /// The item that calls the service, and counts the call where it is skipped or there is none.
    func calling(
        _ work: sending @escaping (Service) -> Void, _ file: StaticString, _ line: UInt
    ) -> WorkItem {
        WorkItem(
            settling: { isRun in
                guard isRun else { return Self.addSkippedCall(file, line) }
                CurrentScheduler.note(service: Service.self, method: nil)
                if let service = self.ready { return work(service) }
                self.deliver { service in
                    switch service {
                    case .success(let service): work(service)
                    case .failure(let error): Undelivered.add(error, file, line)
                    }
                }
            }, provenance: .here(file, line))
    }

    /// Counts a call that a shutdown of the current scheduler skips.
    private static func addSkippedCall(_ file: StaticString, _ line: UInt) {
        guard let scheduler = Schedulers.current else { return }
        Undelivered.add(skipped(on: scheduler), file, line)
    }

    private static func skipped(on scheduler: any Scheduler) -> BoundError {
        BoundError(.schedulerShutDown, service: Service.self, scheduler: scheduler)
    }

    /// Settles this one with a view of another's service.
    func settling<Original>(
        by view: sending @escaping (Original) -> Service
    ) -> sending (Result<Original, BoundError>) -> Void {
        { self.settle($0.map(view)) }
    }
}
