import HTTPGateway
import Logging
import Reports
import Scheduling

func bootstrapping(business: any Scheduler) {
    // snippet LogService
}

func writing(_ logs: LogService, scheduler: any Scheduler) {
    // snippet LogFile
}

func redacting(_ logs: LogService, token: String) {
    // snippet LogRedaction
}

func delivering(
    in folder: String, to address: HTTPURL, through gateway: any RequestGateway,
    in home: SchedulerIsolation
) throws {
    // snippet SpoolDelivery+HTTP
}

func reporting(
    _ records: [LogRecord], in folder: String, _ address: HTTPURL, _ gateway: any RequestGateway,
    in home: SchedulerIsolation
) throws {
    // snippet LogReporter
}
