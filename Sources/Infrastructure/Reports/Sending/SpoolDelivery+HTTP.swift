public import HTTPGateway
public import Scheduling
import Signals

extension SpoolDelivery {
    /// Creates a delivery that sends the records to a server; it begins with those that
    /// earlier processes have left.
    ///
    /// ```swift
    /// let spool = try Spool(in: folder)
    /// let delivery = SpoolDelivery(
    ///     of: spool, to: address, through: gateway, in: home
    /// ) { records in
    ///     records.map { Array("{\"id\":\"\($0.id)\"}".utf8) }
    /// }
    /// delivery.append(Array("started".utf8))
    /// ```
    ///
    /// A batch is a `POST` of the type `application/x-ndjson`. `Retry-After` of the answer
    /// lengthens the pause after a failure.
    ///
    /// - Parameters:
    ///   - spool: the spool of the records.
    ///   - address: the address that receives them.
    ///   - gateway: the gateway of the requests.
    ///   - home: the scheduler of the spool, the gateway and the delivery.
    ///   - lines: returns the lines of a batch, without their ends, on `home`. Without lines,
    ///     nothing is sent, and the spool removes the records. After an error it keeps them.
    public convenience init(
        of spool: Spool, to address: HTTPURL, through gateway: any RequestGateway,
        in home: SchedulerIsolation, lines: @escaping ([SpoolRecord]) throws -> [[UInt8]]
    ) {
        self.init(of: spool, in: home) { records, done in
            let batch: [[UInt8]]
            do { batch = try lines(records) } catch { return done(.failed()) }
            guard !batch.isEmpty else { return done(.settled) }
            gateway.push(LinesRequest(batch), to: address).observe(
                { _ in },
                ended: { completion in
                    guard case .failed(let error) = completion else { return done(.settled) }
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
