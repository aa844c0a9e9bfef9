import HTTPGateway
import Scheduling
import Spool
import SpoolGateway

func delivering(
    _ spool: Spool, to address: HTTPURL, through gateway: any RequestGateway,
    in home: SchedulerIsolation
) {
    // snippet SpoolDelivery+HTTP
}
