import Dispatch
import Scheduling

/// Uses a counter on another scheduler than its own, which only a build with checks detects.
@main
enum Main {
    static func main() {
        let home = WorkScheduler(name: "home")
        let elsewhere = WorkScheduler(name: "elsewhere")
        let isDone = DispatchSemaphore(value: 0)
        home.schedule {
            nonisolated(unsafe) let counter = Counter()  // the violation under test
            elsewhere.schedule {
                counter.increment()
                isDone.signal()
            }
        }
        isDone.wait()
    }
}
