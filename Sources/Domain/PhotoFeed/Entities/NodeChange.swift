/// One step from a feed's former state to its present one; steps are applied in order.
///
/// The large payloads are boxed: a page of nothing but deletions takes 24 bytes for each.
public enum NodeChange: Hashable, Sendable {
    /// A photo or video is at its path now, in the place of whatever was there.
    indirect case media(MediaNode)
    /// A folder is at its path now; what is in it stays.
    indirect case folder(FolderNode)
    /// A file that no feed shows is at this path now, in the place of whatever was there.
    case otherFile(pathLower: String)
    /// Nothing is at this path any more, nor below it.
    case deleted(pathLower: String)

    /// The path that it is about.
    var pathLower: String {
        switch self {
        case .media(let node): node.pathLower
        case .folder(let folder): folder.pathLower
        case .otherFile(let path), .deleted(let path): path
        }
    }
}
