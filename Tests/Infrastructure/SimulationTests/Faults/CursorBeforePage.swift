import Scheduling
import SchedulingTestKit
import Simulation

extension PlantedFault {
    /// The pages of a library, which outlives the sessions that fill it.
    @Schedulable
    fileprivate final class Library {
        static let lastPage = 3
        private(set) var cursor = 0
        private(set) var pages: Set<Int> = []

        func moveCursor(to page: Int) { cursor = page }
        func insert(_ page: Int) { pages.insert(page) }
    }

    @Schedulable
    fileprivate final class Session {
        private var isStopped = false
        private let library: SchedulerBound<Library>
        private let network: any Scheduler
        private let isFaulty: Bool

        init(_ library: SchedulerBound<Library>, _ network: any Scheduler, isFaulty: Bool) {
            self.library = library
            self.network = network
            self.isFaulty = isFaulty
        }

        func receive(_ page: Int, as session: SchedulerBound<Session>) {
            guard !isStopped, page <= Library.lastPage else { return }
            library.schedule { [isFaulty] library in
                if !isFaulty { library.insert(page) }
                library.moveCursor(to: page)
                session.schedule { $0.goOn(after: page, as: session) }
            }
        }

        private func goOn(after page: Int, as session: SchedulerBound<Session>) {
            guard !isStopped else { return }
            if isFaulty { library.schedule { $0.insert(page) } }
            network.schedule(after: .milliseconds(10)) {
                session.schedule { $0.receive(page + 1, as: session) }
            }
        }

        func stop() { isStopped = true }
    }

    /// The cursor of a sync moves on before the page is stored, and the sync is stopped in between.
    static let cursorBeforePage = PlantedFault(description: "cursor before page") {
        world, isFaulty in
        let (business, disk, network) = (world.work(), world.work("disk"), world.work("network"))
        let library = SchedulerBound(on: disk) { Library() }
        let start: @Sendable () -> SchedulerBound<Session> = {
            let session = SchedulerBound(on: business) {
                Session(library, network, isFaulty: isFaulty)
            }
            library.schedule { library in
                let page = library.cursor + 1
                session.schedule { $0.receive(page, as: session) }
            }
            return session
        }
        let first = start()
        world.main.schedule(after: .milliseconds(10 * world.choose(3))) {
            first.schedule { $0.stop() }
            _ = start()
        }
        world.atEnd("all pages are stored", of: library) { $0.pages.count == Library.lastPage }
    }
}
