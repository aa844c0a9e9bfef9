/// A folder, kept because the names of folders make the display paths of what is in them.
public struct FolderNode: Hashable, Sendable {
    /// The server's stable name for the folder.
    public let id: NodeID
    /// The folder's own name, in its own case.
    public let name: String
    /// The whole path in the server's lower case.
    public let pathLower: String

    /// A folder with these properties.
    public init(id: NodeID, name: String, pathLower: String) {
        self.id = id
        self.name = name
        self.pathLower = pathLower
    }
}
