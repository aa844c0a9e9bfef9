/// A folder; the names of folders are needed for the display paths of their contents.
public struct FolderNode: Hashable, Sendable {
    /// The server's stable identifier of the folder.
    public let id: NodeID
    /// The folder's own name, in its own case.
    public let name: String
    /// The whole path in the form that identifies the location; see `MediaNode.pathKey`.
    public let pathKey: String
    /// The whole path with the names of the folders above in their own case; `nil` if unknown.
    public let pathDisplay: String?

    /// Creates a folder with these properties.
    public init(id: NodeID, name: String, pathKey: String, pathDisplay: String? = nil) {
        self.id = id
        self.name = name
        self.pathKey = pathKey
        self.pathDisplay = pathDisplay
    }
}
