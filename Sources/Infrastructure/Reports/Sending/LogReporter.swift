public import HTTPGateway
public import Scheduling

/// An observer of a log that sends the records to a server, through a spool.
///
/// ```swift
/// let spool = try Spool(in: folder, lossRecord: LogReporter.lossRecord)
/// let reporter = LogReporter(spool, to: address, through: gateway, in: home)
/// reporter.receive(records)
/// ```
///
/// A request is a `POST` with a JSON object for each line: `id`, which is the same if the record is
/// sent again, and `record`, the line of `LogFormat.json`. The spool keeps what cannot be sent. An
/// error of the reporter is not logged, so that it never reports itself.
///
/// It belongs to one scheduler, with the spool and the gateway.
public final class LogReporter {  // not @Schedulable: confined to the scheduler of its owner
    /// The delivery of the records, by which the owner stores, flushes and closes.
    public let delivery: SpoolDelivery

    /// Creates a reporter; it sends what earlier processes have left.
    ///
    /// - Parameters:
    ///   - spool: the spool of the records.
    ///   - address: the address that receives them.
    ///   - gateway: the gateway of the requests.
    ///   - home: the scheduler of all three.
    public init(
        _ spool: Spool, to address: HTTPURL, through gateway: any RequestGateway,
        in home: SchedulerIsolation
    ) {
        delivery = SpoolDelivery(of: spool, to: address, through: gateway, in: home) { records in
            records.map {
                Array("{\"id\":\"\($0.id)\",\"record\":".utf8) + $0.bytes + Array("}".utf8)
            }
        }
    }

    /// Makes the record that states how many records the spool has lost; see `Spool.init`.
    public static func lossRecord(_ count: Int) -> [UInt8] {
        Array(LogFormat.json.line(.ofLosses(count, by: "the reporter")).utf8)
    }

    /// Stores the records, and sends them if the water line is reached.
    public func receive(_ records: [LogRecord]) {
        for record in records { delivery.append(Array(LogFormat.json.line(record).utf8)) }
    }
}
