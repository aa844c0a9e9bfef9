import KeyedStore
import Scheduling
import Signals

struct Theme: Codable, Sendable {
    var name = "light"
}

struct Answer {
    let refreshToken: String
}

struct Screen {
    func show(in theme: Theme) {}
}

enum First {
    static func use(_ answer: Answer) throws {
        // snippet 1
        _ = theme
    }
}

enum Settings {
    static let theme = Key<Theme>("theme", default: Theme())
}

func observing(_ store: KeyedStore, screen: Screen, home: SchedulerIsolation) throws {
    // snippet 2
}
