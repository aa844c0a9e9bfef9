// A neighbour that its scheduler gave access to is captured by work of another scheduler.
// stops: compile
// says: sending 'neighbour' risks causing data races

import Scheduling
import World

enum SentNeighbour: Row {
    static func run() {
        let fetcher = World.bound()
        fetcher.schedule { _, isolation in
            guard let neighbour = try? fetcher.get(in: isolation) else { return }
            #if WRONG
                MainScheduler.shared.schedule { neighbour.fetchNodes() }
                try? fetcher.get(in: isolation).fetchNodes()
            #else
                neighbour.fetchNodes()
                World.done()
            #endif
        }
    }
}
