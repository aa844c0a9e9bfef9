import Scheduling
import Simulation

extension PlantedFault {
    @Schedulable
    fileprivate final class Albums {
        private var names: [Int: String] = [:]
        private(set) var unknown = 0

        func create(_ id: Int) { names[id] = "" }

        func rename(_ id: Int, to name: String) {
            if names[id] == nil { unknown += 1 }
            names[id] = name
        }
    }

    /// Two messages take different routes, and the second one may arrive first.
    static let twoRoutes = PlantedFault(description: "ordering by two routes") { world, isFaulty in
        let (business, disk) = (world.work(), world.work("disk"))
        let albums = SchedulerBound(on: business) { Albums() }
        world.main.schedule {
            disk.schedule { albums.schedule { $0.create(1) } }
            if isFaulty {
                albums.schedule { $0.rename(1, to: "holidays") }
            } else {
                disk.schedule { albums.schedule { $0.rename(1, to: "holidays") } }
            }
        }
        world.always("no unknown album is renamed", of: albums) { $0.unknown == 0 }
    }
}
