/// Whether the tag of a folder changes with everything below it.
enum WebDAVPropagation: String, Sendable {
    /// No change has shown it yet.
    case unknown
    /// The tag has changed when something changed deep below the folder.
    case seen
    /// Something changed deep below the folder, and the tag stayed the same.
    case refuted
}
