/// The jobs and the services of a pool: the place of each job, and the next job of each service.
///
/// A job waits until a service is free, so a service is given one job at a time. While a job waits,
/// no service is free. Of the jobs with equal keys, one at a time is ready or running. The others
/// follow it.
struct ServicePoolState<Job> {
    /// A job that a service has to do now.
    struct Assignment {
        let job: Job
        let ticket: UInt64
        let key: Int?
        /// The number of the service.
        let service: Int
    }

    /// The answer to a submission.
    enum Submission {
        case begins(Assignment)
        /// The job waits; the ticket takes it back.
        case waits(UInt64)
        case full
        case closed
        /// All services are lost.
        case unavailable
    }

    private enum Service { case free, busy, lost }

    private let capacity: Int
    private var services: [Service]
    /// The service that got the last job.
    private var last: Int
    private var nextTicket: UInt64 = 0
    private var ready = TicketQueue<Job>()
    /// The jobs that follow the ready or running job of each key.
    private var followers: [Int: TicketQueue<Job>] = [:]
    /// The number of waiting jobs: those that are ready, and those that follow another one.
    private(set) var waitingCount = 0
    private(set) var isClosed = false
    /// The number of jobs that waited when the pool was closed, and that have ended since then.
    ///
    /// It is negative while jobs run that ran when the pool was closed.
    private(set) var endedSinceClosing = 0

    init(serviceCount: Int, capacity: Int) {
        services = Array(repeating: .free, count: serviceCount)
        last = serviceCount - 1
        self.capacity = capacity
    }

    /// Whether the pool is closed, no job waits, and none runs.
    var isFinished: Bool { isClosed && waitingCount == 0 && !services.contains(.busy) }

    /// Whether no service is left.
    var isLost: Bool { services.allSatisfy { $0 == .lost } }

    /// Accepts a job.
    ///
    /// - Parameters:
    ///   - key: the job begins after the end of all earlier jobs with an equal key.
    ///   - load: other work of each service's scheduler, empty if it has none.
    mutating func submit(_ job: Job, key: Int?, load: [Int] = []) -> Submission {
        if isClosed { return .closed }
        if isLost { return .unavailable }
        let isFollower = key.map { followers[$0] != nil } ?? false
        let free = isFollower ? nil : freeService(load)
        guard free != nil || waitingCount < capacity else { return .full }
        let entry = TicketQueue.Entry(ticket: nextTicket, key: key, job: job)
        nextTicket += 1
        if let key, !isFollower { followers[key] = TicketQueue() }
        if let free { return .begins(assign(entry, to: free)) }
        if let key, isFollower { followers[key]?.insert(entry) } else { ready.insert(entry) }
        waitingCount += 1
        return .waits(entry.ticket)
    }

    /// Ends a job, and returns the next one of its service.
    mutating func end(_ assignment: Assignment) -> Assignment? {
        services[assignment.service] = .free
        if isClosed { endedSinceClosing += 1 }
        promoteFollower(of: assignment.key)
        return nextAssignment()
    }

    /// Takes back a job that waits; returns `nil` if it has begun.
    mutating func takeBack(_ ticket: UInt64, key: Int?) -> Job? {
        if let key, let entry = followers[key]?.remove(ticket) {
            waitingCount -= 1
            return entry.job
        }
        guard let entry = ready.remove(ticket) else { return nil }
        waitingCount -= 1
        promoteFollower(of: key)
        return entry.job
    }

    /// Removes a service that could not do its job, which waits again, before all later jobs.
    ///
    /// - Returns: the job for another service, if one is free.
    mutating func lose(_ assignment: Assignment) -> Assignment? {
        services[assignment.service] = .lost
        ready.insert(
            .init(ticket: assignment.ticket, key: assignment.key, job: assignment.job))
        waitingCount += 1
        return nextAssignment()
    }

    /// Refuses new jobs from now on.
    mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        endedSinceClosing = -services.count { $0 == .busy }
    }

    /// Removes all jobs that wait, in the order of submission.
    mutating func removeWaiting() -> [Job] {
        var entries = ready.removeAll()
        for var queue in followers.values { entries += queue.removeAll() }
        // A running job may still have its key, without followers.
        for key in followers.keys { followers[key] = TicketQueue() }
        waitingCount = 0
        return entries.sorted { $0.ticket < $1.ticket }.map(\.job)
    }

    /// The free service with the least load; of equal ones, the next in turn.
    private func freeService(_ load: [Int]) -> Int? {
        var best: Int?
        for distance in 1...services.count {
            let service = (last + distance) % services.count
            guard services[service] == .free else { continue }
            guard let former = best, !load.isEmpty else {
                best = best ?? service
                continue
            }
            if load[service] < load[former] { best = service }
        }
        return best
    }

    private mutating func nextAssignment() -> Assignment? {
        guard !ready.isEmpty, let free = freeService([]), let entry = ready.popFirst() else {
            return nil
        }
        waitingCount -= 1
        return assign(entry, to: free)
    }

    private mutating func assign(_ entry: TicketQueue<Job>.Entry, to service: Int) -> Assignment {
        services[service] = .busy
        last = service
        return Assignment(job: entry.job, ticket: entry.ticket, key: entry.key, service: service)
    }

    /// Makes the next job of a key ready, when the one before it has left.
    private mutating func promoteFollower(of key: Int?) {
        guard let key else { return }
        if let next = followers[key]?.popFirst() {
            ready.insert(next)
        } else {
            followers[key] = nil
        }
    }
}

extension ServicePoolState.Assignment: Sendable where Job: Sendable {}
