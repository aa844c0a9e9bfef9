import PhotoFeed

/// The former states of a server: the model by which the laws judge a library.
///
/// It knows nothing of the program. A state is the photos of the server between two changes.
///
/// Only the thread of the run uses it.
final class ServerHistory: @unchecked Sendable {  // one thread runs a simulation
    private let server: any SimulatedService
    /// The photos of each state, by the keys of their paths.
    private var states: [[String: SimulatedFile]] = []

    /// The content of each version, and the versions of each content.
    private var contents: [PhotoVersion: String] = [:]
    private var versions: [String: Set<PhotoVersion>] = [:]
    /// The hashes of all contents that the server has had.
    private(set) var hashes: Set<String> = []

    /// Creates the history of a server, which begins now.
    init(of server: any SimulatedService) {
        self.server = server
        record()
    }

    /// Adds the present state.
    func record() {
        let files = server.files
        for file in files.values {
            if let hash = file.contentHash { hashes.insert(hash) }
            guard let version = file.version, let hash = file.contentHash else { continue }
            contents[version] = hash
            versions[hash, default: []].insert(version)
        }
        states.append(files)
    }

    /// Whether the server has identifiers and revisions.
    var hasVersions: Bool { !contents.isEmpty }

    /// The number of different contents that the server has had at each path, in all.
    var versionCount: Int {
        Set(states.flatMap { $0.map { [$0.key, $0.value.contentHash ?? ""] } }).count
    }

    /// The number of revisions of a photo; the server has its own ones.
    func revisions(of id: String) -> Int { contents.keys.count { $0.id == id } }

    /// The number of the present state.
    var now: Int { states.count - 1 }

    /// Whether the server has had this photo at this path.
    func hasHad(_ path: String, _ version: PhotoVersion) -> Bool {
        states.contains { Self.has($0, path, version) }
    }

    /// Whether the photo was missing in a state from number `first` on.
    func wasGone(_ path: String, _ version: PhotoVersion, since first: Int) -> Bool {
        states[first...].contains { !Self.has($0, path, version) }
    }

    /// Whether a state from number `first` on had exactly these photos.
    ///
    /// A server without versions is listed folder by folder, so that the photos may be a mixture of
    /// such states.
    func hasHad(exactly rows: [String: PhotoVersion], since first: Int) -> Bool {
        let states = states[first...]
        if hasVersions {
            return states.contains { state in
                state.count == rows.count && rows.allSatisfy { Self.has(state, $0.key, $0.value) }
            }
        }
        return rows.keys.allSatisfy { path in states.contains { $0[path] != nil } }
            && states[first].keys.allSatisfy { path in
                rows[path] != nil || states.contains { $0[path] == nil }
            }
    }

    private static func has(
        _ state: [String: SimulatedFile], _ path: String, _ version: PhotoVersion
    ) -> Bool {
        guard let file = state[path] else { return false }
        return file.version.map { $0 == version } ?? true
    }

    /// Whether the server has sent this thumbnail of this photo, or of one of the same content.
    func hasSent(_ picture: [UInt8], of version: PhotoVersion) -> Bool {
        let same = contents[version].flatMap { versions[$0] } ?? [version]
        return same.contains { server.hasSent(picture, of: $0) }
    }
}
