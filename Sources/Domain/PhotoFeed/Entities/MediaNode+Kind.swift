extension MediaNode {
    /// The kind of the file: from the server's metadata, or else from the extension of its name.
    public var kind: MediaInfo.Kind {
        mediaInfo?.kind ?? (MediaFormats.isVideo(name) ? .video : .photo)
    }
}
