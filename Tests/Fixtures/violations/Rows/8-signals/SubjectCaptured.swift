// A Dispatch queue sends a value through a subject.
// stops: compile
// says: capture of 'subject' with non-Sendable type 'Subject<Int, Never>' in a '@Sendable' closure

import Dispatch
import Scheduling
import Signals
import World

enum SubjectCaptured {
    #if WRONG
        static func wrong(_ subject: Subject<Int, Never>) {
            DispatchQueue.global().async { subject.send(1) }
        }
    #else
        static func right(_ subject: SchedulerBound<Subject<Int, Never>>) {
            DispatchQueue.global().async { subject.schedule { $0.send(1) } }
        }
    #endif
}
