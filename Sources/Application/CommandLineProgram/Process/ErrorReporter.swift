import Reports
import Scheduling
import Signals

/// Sends the errors of this process to a server, and those that earlier processes have left.
///
/// Each process uses a spool of its own, out of a few. Its mark states that the process runs. A
/// mark in a spool that no process uses means that an earlier process crashed or was killed.
@Schedulable
final class ErrorReporter {
    private let reporter: LogReporter
    private let mark: RunMark
    /// The mark of an earlier process that did not remove it.
    let earlierRun: String?

    /// Opens a spool, on the scheduler of the reports.
    ///
    /// - Throws: `SpoolError`, `DurableFileError`.
    init(_ reports: ErrorReports, home: SchedulerIsolation) throws {
        let (spool, number) = try Spool.first(in: reports.folder) { folder throws(SpoolError) in
            try Spool(in: folder, lossRecord: LogReporter.lossRecord)
        }
        mark = try RunMark("\(number).run", in: reports.folder)
        earlierRun = mark.earlierRun
        // The report of a violation that traps is on standard error only.
        Violations.beforeTrap = { [mark] in mark.add("scheduler violation: \($0)") }
        reporter = LogReporter(
            spool, to: reports.address, through: reports.makeGateway(home), in: home)
    }

    /// Stores records on the disk, and sends them when the water line is reached.
    ///
    /// A process that hangs or crashes after an error leaves its report to the next one.
    func receive(_ records: [LogRecord]) {
        checkScheduler()
        reporter.receive(records)
        reporter.delivery.store()
    }

    /// Sends the records that wait, and writes the rest to the disk for the next process.
    ///
    /// - Returns: a signal that sends whether all records were sent.
    func finish(within limit: Duration) -> Signal<Bool, Never> {
        checkScheduler()
        return Signal { [reporter, mark] observer in
            reporter.delivery.flush(deadline: limit) { areSent in
                reporter.delivery.close()
                mark.remove()
                observer.send(areSent)
                observer.complete()
            }
        }
    }
}
