import Scheduling
import Spool

protocol RecordReceiver {
    func store(_ records: [[UInt8]], _ completion: @escaping (Bool) -> Void)
}

func delivering(
    _ cache: String, _ receiver: any RecordReceiver, _ home: SchedulerIsolation
) throws {
    // snippet 1
}

// snippet 2
