import DropboxFeed
import HTTPGateway
import PhotoFeed
import Scheduling

func nodes(host: SchedulerBound<any APIHost>, on business: WorkScheduler) {
    // snippet DropboxNodeFetcher
}
