import LogService
import Logging
import Scheduling

func bootstrapping(business: any Scheduler) {
    // snippet 1
}

func attributing(_ logger: Logger, path: String) {
    // snippet 2
}
