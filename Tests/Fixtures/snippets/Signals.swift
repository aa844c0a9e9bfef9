import Foundation
import Scheduling
import Signals
import SignalsTestKit
import Testing

struct Search {
    func results(for text: String) -> Signal<[String], Never> { .just([text]) }
}

func minute(search: Search, home: SchedulerIsolation, show: @escaping ([String]) -> Void) {
    // snippet 1
}

@MainActor
func show(_ title: String) {}

// snippet 2

// snippet 3

final class Nodes {
    func fetchNodes() -> Signal<[String], BoundError> { .just([]) }
}

@MainActor
final class NodePresenter {
    let nodes: SchedulerBound<Nodes>

    init(nodes: SchedulerBound<Nodes>) { self.nodes = nodes }

    func show(_ page: [String]) {}

    func show(_ error: BoundError) {}

    func start() {
        // snippet 5
    }
}

struct FileChange {}
struct WatchError: Error {}
struct Watch {
    func stop() {}
}
struct WatchedFile {
    func watch(_ changed: @escaping (FileChange) -> Void) -> Watch { Watch() }
}

protocol SyncListener: AnyObject {
    func syncEnded(with count: Int)
}

func listening(display: any SyncListener) {
    // snippet 4
}

// snippet 6

func marbles() {
    // snippet 7
}
