// A protocol's default implementation uses an unchecked class.
// stops: lint
// says: 'title' of the service 'Clock' keeps the class 'Title', which lacks @Schedulable

import Scheduling
import World

enum DefaultOverKeptClass {
    #if WRONG
        final class Title { var text = "" }
    #else
        @Schedulable
        final class Title { var text = "" }
    #endif

    @Schedulable
    final class Clock: Titled {
        let title = Title()
    }
}

private protocol Titled {
    var title: DefaultOverKeptClass.Title { get }
}

extension Titled {
    fileprivate var text: String { title.text }
}
