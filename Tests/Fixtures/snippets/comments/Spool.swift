import Scheduling
import Spool

protocol RecordReceiver {
    func store(_ records: [[UInt8]], _ completion: @escaping (Bool) -> Void)
}

func spooling(_ cache: String, upload: ([SpoolRecord]) -> Bool) throws {
    // snippet Spool
}

func delivering(_ spool: Spool, _ receiver: any RecordReceiver, _ home: SchedulerIsolation) {
    // snippet SpoolDelivery
}

// snippet WaterLine
