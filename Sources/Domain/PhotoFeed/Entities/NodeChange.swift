/// One step from a feed's former state to its present one; steps are applied in order.
public enum NodeChange: Hashable, Sendable {
    /// A photo or video is at its path now, in the place of whatever was there.
    case media(MediaNode)
    /// A folder is at its path now; what is in it stays.
    case folder(FolderNode)
    /// A file that no feed shows is at this path now, in the place of whatever was there.
    case otherFile(pathLower: String)
    /// Nothing is at this path any more, nor below it.
    case deleted(pathLower: String)
}
