import PhotoFeed

/// A photo, by the description that a client gets.
struct PhotoVersion: Hashable {
    let id: String
    let revision: String
}

extension PhotoVersion {
    /// The photo that a library shows.
    init(_ node: MediaNode) { self.init(id: node.id.rawValue, revision: node.revision) }
}
