import Scheduling

/// Uses a counter where it does not live; a release build minds when the trait asks it to.
@main
enum Main {
    static func main() {
        let counter = VirtualScheduler(name: "home").enter { Counter() }
        VirtualScheduler(name: "elsewhere").enter { counter.increment() }
    }
}
