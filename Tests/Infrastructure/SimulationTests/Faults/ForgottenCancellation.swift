import Scheduling
import SchedulingTestKit
import Signals
import Simulation

extension PlantedFault {
    @Schedulable
    fileprivate final class Search {
        func results(for text: String, after latency: Duration) -> Signal<String, Never> {
            Signal<Void, Never>.timer(after: latency, in: .here).map { text }
        }
    }

    @Schedulable
    fileprivate final class Screen {
        private(set) var shown = ""
        private var query: Disposable?
        private let search: SchedulerBound<Search>
        private let isFaulty: Bool

        init(_ search: SchedulerBound<Search>, isFaulty: Bool) {
            self.search = search
            self.isFaulty = isFaulty
        }

        func type(_ text: String, latency: Duration) {
            if !isFaulty { query?.dispose() }
            query = search.signal { $0.results(for: text, after: latency) }
                .deliver(to: self, in: .here) { screen, results in screen.shown = results }
        }
    }

    /// A new query does not cancel the earlier one, whose results may come last.
    static let forgottenCancellation = PlantedFault(description: "forgotten cancellation") {
        world, isFaulty in
        let ui = world.main
        let search = SchedulerBound(on: world.work()) { Search() }
        let screen = SchedulerBound(on: ui) { Screen(search, isFaulty: isFaulty) }
        for (number, text) in ["c", "ca", "cat"].enumerated() {
            let latency = Duration.milliseconds(20 * (1 + world.choose(4)))
            ui.schedule(after: .milliseconds(30 * number)) {
                screen.schedule { $0.type(text, latency: latency) }
            }
        }
        world.atEnd("the results of the last query are shown", of: screen) { $0.shown == "cat" }
    }
}
