import HTTPGateway
import LogReporter
import LogService
import Scheduling
import Spool

func reporting(
    _ records: [LogRecord], in folder: String, _ address: HTTPURL, _ gateway: any RequestGateway,
    in home: SchedulerIsolation
) throws {
    // snippet LogReporter
}
