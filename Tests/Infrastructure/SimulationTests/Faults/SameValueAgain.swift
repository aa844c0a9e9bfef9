import Scheduling
import Simulation

extension PlantedFault {
    /// A cache of one picture and of its thumbnail.
    @Schedulable
    fileprivate final class Cache {
        private(set) var picture = (tag: "A", content: 1)
        private(set) var thumbnail: Int?
        private var generation = 0

        func replace(tag: String, content: Int) {
            picture = (tag, content)
            thumbnail = nil
            generation += 1
        }

        func key() -> (tag: String, generation: Int) { (picture.tag, generation) }

        func store(_ thumbnail: Int, for key: (tag: String, generation: Int), isFaulty: Bool) {
            guard isFaulty ? key.tag == picture.tag : key == self.key() else { return }
            self.thumbnail = thumbnail
        }
    }

    /// The tag of a picture changes and changes back, and a thumbnail of the former one is stored.
    static let sameValueAgain = PlantedFault(description: "ABA in a cache") { world, isFaulty in
        let (business, pictures) = (world.work(), world.work("pictures"))
        let cache = SchedulerBound(on: business) { Cache() }
        cache.schedule { service in
            let (key, content) = (service.key(), service.picture.content)
            pictures.schedule { cache.schedule { $0.store(content, for: key, isFaulty: isFaulty) } }
        }
        world.main.schedule {
            cache.schedule { $0.replace(tag: "B", content: 2) }
            cache.schedule { $0.replace(tag: "A", content: 3) }
        }
        world.always("a thumbnail is that of the picture", of: cache) {
            $0.thumbnail == nil || $0.thumbnail == $0.picture.content
        }
    }
}
