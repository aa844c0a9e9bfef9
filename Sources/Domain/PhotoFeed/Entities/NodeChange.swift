/// One change from a feed's former state to its current one; changes are applied in order.
///
/// The large payloads are boxed: a page of deletions takes only 24 bytes for each.
public enum NodeChange: Hashable, Sendable {
    /// A photo or video is now at its path, and replaces whatever was there.
    indirect case media(MediaNode)
    /// A folder is now at its path; its contents stay.
    indirect case folder(FolderNode)
    /// A file that a feed does not show is now at this path, and replaces whatever was there.
    case otherFile(pathKey: String)
    /// Nothing is left at this path or below it.
    case deleted(pathKey: String)
    /// Everything at this path and below it is as the library has it.
    ///
    /// Only a listing contains it, directly after `.cursorReset`: it stands for the entries of a
    /// folder that the server need not send again.
    case unchanged(pathKey: String)
    /// The server does not list this folder, or does not describe this file.
    ///
    /// The library keeps what it has at this path and below it. The message of the error begins
    /// with the path.
    indirect case unlisted(pathKey: String, FeedError)

    /// The path that the change concerns.
    var pathKey: String {
        switch self {
        case .media(let node): node.pathKey
        case .folder(let folder): folder.pathKey
        case .otherFile(let path), .deleted(let path), .unchanged(let path),
            .unlisted(let path, _):
            path
        }
    }
}
