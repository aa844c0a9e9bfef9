import PhotoFeed
import TextFormats

/// The state of the watches of a program.
struct WatchStatus: Hashable, Sendable {
    /// The state of one watch.
    enum State: String, CaseIterable, Sendable {
        /// A run is in progress.
        case running
        /// The watch waits for changes.
        case waiting
        /// The server cannot be reached.
        case offline
        /// Another run uses the library.
        case locked
        /// The watch has ended with a failure.
        case ended
    }

    /// The states by library.
    private(set) var states: [ByteEqualString: State] = [:]
    private var items: [ByteEqualString: Int] = [:]
    /// The libraries whose first run is over.
    private var begun: Set<ByteEqualString> = []

    /// Takes the libraries that are watched from now on.
    mutating func begin(_ libraries: [String]) {
        states = Dictionary(libraries.map { (ByteEqualString($0), .running) }) { $1 }
        items = items.filter { states[$0.key] != nil }
    }

    /// Takes an event of the watch of a library.
    mutating func take(_ event: WatchEvent, of library: String) {
        let library = ByteEqualString(library)
        if let progress = event.progress {
            items[library] = progress.statistics?.nodes ?? items[library]
        }
        switch event {
        case .running: states[library] = .running
        case .waiting: states[library] = .waiting
        // A notice is sent at the first failure of several.
        case .notice(.offline), .runFailed(.transient, _): states[library] = .offline
        case .notice(.locked), .runFailed(.locked, _): states[library] = .locked
        case .ended: states[library] = .ended
        case .synced, .notice(.online), .runFailed(.final, _), .limited, .measured, .waited,
            .polled, .reloaded, .listening, .serving, .command, .unlisted:
            break
        }
        if states[library] != .running { begun.insert(library) }
    }

    /// Whether the first run of each library is over, or its server cannot be reached.
    var isReady: Bool { !states.isEmpty && states.keys.allSatisfy(begun.contains) }

    /// The number of items of all libraries.
    var itemCount: Int { items.values.reduce(0, +) }

    /// The state in a few words, without a name.
    var text: String {
        let parts: [String] = State.allCases.compactMap { state in
            let count = states.values.count { $0 == state }
            guard count > 0 else { return nil }
            let name = state == .running ? "syncing" : state.rawValue
            return states.count == 1 ? name : "\(count) \(name)"
        }
        return parts.joined(separator: ", ") + "; \(itemCount) items"
    }
}
