import LogService
import Logging
import Scheduling

func bootstrapping(business: any Scheduler) {
    // snippet LogService
}

func attributing(_ logger: Logger, path: String) {
    // snippet LogPrivacy
}

func writing(_ logs: LogService, scheduler: any Scheduler) {
    // snippet LogFile
}

func redacting(_ logs: LogService, token: String) {
    // snippet LogRedaction
}
