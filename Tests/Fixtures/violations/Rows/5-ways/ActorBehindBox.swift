// An actor with its own executor receives the service in a box.
// stops: hook
// says: Fetcher.fetchNodes() was called on a thread without a scheduler; it lives on scheduler 'BL'

import Scheduling
import World

private actor Stranger {
    func use(_ box: Smuggled<Fetcher>) { box.service.fetchNodes() }
}

enum ActorBehindBox: Row {
    static func run() {
        #if WRONG
            let box = World.smuggled()
            let stranger = Stranger()
            Task { await stranger.use(box) }
        #else
            let actor = BusinessActor()
            Task {
                await actor.fetch()
                World.done()
            }
        #endif
    }
}
