/// A job of a pool: the call of a service that is not selected yet.
///
/// One side has it at a time: the pool while it waits, then the scheduler that runs it, or the
/// caller that takes it back.
final class ServicePoolJob<Service>: @unchecked Sendable {  // one side at a time
    enum Phase {
        case new
        /// The job waits; the ticket takes it back.
        case waiting(UInt64)
        /// A service has it, or it was refused.
        case given
        case takenBack
    }

    private var work: ((Result<Service, BoundError>) -> Void)?
    let file: StaticString
    let line: UInt
    let provenance: Provenance?
    /// The hash value of the key; equal keys have equal ones.
    let key: Int?
    /// The progress of the job; guarded by the lock of the pool.
    var phase = Phase.new

    init(
        key: AnyHashable?, _ work: sending @escaping (Result<Service, BoundError>) -> Void,
        _ file: StaticString, _ line: UInt
    ) {
        // The code of a key must not run under the lock. Keys with equal hash values by accident
        // only keep their order without need.
        self.key = key?.hashValue
        self.work = work
        self.file = file
        self.line = line
        provenance = .capture(file, line)
    }

    /// Creates a job without a result, which is counted and logged where it does not run.
    convenience init(
        key: AnyHashable?, calling work: sending @escaping (Service) -> Void,
        _ file: StaticString, _ line: UInt
    ) {
        self.init(
            key: key,
            { service in
                switch service {
                case .success(let service): work(service)
                case .failure(let error): UndeliveredCalls.add(error, file, line)
                }
            }, file, line)
    }

    /// Creates a job that answers `promise`.
    convenience init<Value>(
        key: AnyHashable?, answering promise: CallPromise<Value>,
        _ work: sending @escaping (Service) throws -> Value, _ file: StaticString, _ line: UInt
    ) {
        self.init(
            key: key,
            { service in
                switch service {
                case .success(let service): promise.answer { try work(service) }
                case .failure(let error): promise.refuse(error)
                }
            }, file, line)
    }

    /// Calls the service, and releases the captures of the call.
    func run(_ service: Service) { finish(.success(service)) }

    /// Reports that the call is not made, and releases its captures.
    func refuse(_ error: BoundError) { finish(.failure(error)) }

    private func finish(_ service: Result<Service, BoundError>) {
        work.take()?(service)
    }

    /// Releases the captures of a call that the caller has taken back.
    func drop() { work = nil }
}
