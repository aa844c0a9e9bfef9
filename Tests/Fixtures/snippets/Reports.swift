import Logging
import Reports
import Scheduling

func bootstrapping(business: any Scheduler) {
    // snippet 1
}
