import HTTPGateway
import LogReporter
import LogService
import Scheduling
import Spool

func reporting(
    _ records: [LogRecord], _ spool: Spool, _ address: HTTPURL, _ gateway: any RequestGateway,
    on scheduler: any Scheduler
) {
    // snippet LogReporter
}
