/// A job of a pool: the call of a service that is not selected yet.
///
/// One side at a time uses the job: the pool while the job waits, then the scheduler that runs it,
/// or the caller that takes it back.
final class ServicePoolJob<Service>: @unchecked Sendable {  // one side at a time
    enum Phase {
        case new
        /// The job waits; the ticket takes it back.
        case waiting(UInt64)
        /// A service has it, or it was refused.
        case given
        case takenBack
    }

    private var work: ((Service) -> Void)?
    /// Receives the reason if the job does not run; without it, such a job is counted and logged.
    private let refused: (@Sendable (any Error) -> Void)?
    let file: StaticString
    let line: UInt
    let provenance: Provenance?
    /// The hash value of the key; equal keys have equal ones.
    let key: Int?
    /// The progress of the job; guarded by the lock of the pool.
    var phase = Phase.new

    init(
        key: AnyHashable?, _ work: sending @escaping (Service) -> Void,
        refused: (@Sendable (any Error) -> Void)? = nil, _ file: StaticString, _ line: UInt
    ) {
        // The code of a key must not run under the lock. Keys with equal hash values by accident
        // only keep their order without need.
        self.key = key?.hashValue
        self.work = work
        self.refused = refused
        self.file = file
        self.line = line
        provenance = .capture(file, line)
    }

    /// Creates a job whose result, or the reason of whose refusal, resumes the task of `reply`.
    convenience init<Value>(
        key: AnyHashable?, answering reply: ServicePoolReply<Value>,
        _ work: sending @escaping (Service) throws -> Value, _ file: StaticString, _ line: UInt
    ) {
        self.init(
            key: key, { service in reply.answer { try work(service) } },
            refused: { reply.refuse($0) }, file, line)
    }

    /// Calls the service, and releases the captures of the call.
    func run(_ service: Service) { work.take()?(service) }

    /// Releases the captures of a call that is not made, and reports the reason.
    func refuse(_ error: any Error) {
        work = nil
        if let refused {
            refused(error)
        } else if let error = error as? BoundError {
            UndeliveredCalls.add(error, file, line)
        }
    }

    /// Reports the reason at once where a service has the job, and has not begun it.
    ///
    /// The captures are released at the job's turn, on the scheduler of the service.
    func cancel() { refused?(CancellationError()) }
}
