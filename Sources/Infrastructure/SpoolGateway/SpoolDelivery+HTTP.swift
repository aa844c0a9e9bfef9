public import HTTPGateway
public import Scheduling
import Signals
public import Spool

extension SpoolDelivery {
    /// Creates a delivery that sends the records to a server; it begins with those that
    /// earlier processes have left.
    ///
    /// ```swift
    /// let delivery = SpoolDelivery(
    ///     of: spool, to: address, through: gateway, in: home
    /// ) { records in
    ///     records.map { Array("{\"id\":\"\($0.id)\"}".utf8) }
    /// }
    /// ```
    ///
    /// A batch is a `POST` of the type `application/x-ndjson`. See `SpoolOutcome.init(status:)` for
    /// the statuses of the answer; `Retry-After` lengthens the pause after a failure.
    ///
    /// - Parameters:
    ///   - spool: the spool of the records.
    ///   - address: the address that receives them.
    ///   - gateway: the gateway of the requests.
    ///   - home: the scheduler of the spool, the gateway and the delivery.
    ///   - pacing: the pauses after failures.
    ///   - lines: returns the lines of a batch, without their ends, on `home`. Without lines,
    ///     nothing is sent, and the spool removes the records. After an error it keeps them.
    public convenience init(
        of spool: Spool, to address: HTTPURL, through gateway: any RequestGateway,
        in home: SchedulerIsolation, pacing: SpoolPacing = SpoolPacing(),
        lines: @escaping ([SpoolRecord]) throws -> [[UInt8]]
    ) {
        self.init(of: spool, in: home, pacing: pacing) { records, done in
            let batch: [[UInt8]]
            do { batch = try lines(records) } catch { return done(.failed()) }
            guard !batch.isEmpty else { return done(.stored) }
            gateway.push(LinesRequest(batch), to: address).observe(
                { _ in },
                ended: { completion in
                    guard case .failed(let error) = completion else { return done(.stored) }
                    done(
                        error.response.map {
                            SpoolOutcome(status: $0.status, retryAfter: error.retryAfter)
                        } ?? .failed(retryAfter: error.retryAfter))
                })
        }
    }
}

/// The request with some lines.
private struct LinesRequest: HTTPRequest {
    let method = HTTPMethod.post
    let path = ""
    let body: HTTPBody
    /// The delivery repeats a request; a second layer would send it twice.
    let isRepeatable = false

    init(_ lines: [[UInt8]]) {
        body = .bytes(
            lines.flatMap { $0 + [UInt8(ascii: "\n")] }, type: "application/x-ndjson")
    }

    func handle(_ response: HTTPResponse) {}
}
