extension MediaNode {
    /// The kind of the file: from the server's metadata, or else from the extension of its name.
    public var kind: MediaInfo.Kind {
        if let mediaInfo { return mediaInfo.kind }
        let fileExtension = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return Self.videoExtensions.contains(fileExtension) ? .video : .photo
    }

    private static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "avi", "mkv", "webm", "mts", "m2ts", "mpg", "mpeg", "wmv", "3gp",
        "3g2",
        "flv", "ogv", "vob",
    ]
}
