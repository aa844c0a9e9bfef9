import MediaFacts
import PhotoFeed
import TextFormats

extension OriginalFacts {
    /// Takes what a file, or its beginning, states about itself.
    ///
    /// - Parameters:
    ///   - facts: the facts of the file; `nil` for an unknown format.
    ///   - version: the version of the file.
    ///   - name: the name of the file, which gives the kind of an unknown format.
    init(_ facts: MediaFacts?, of version: OriginalVersion, named name: String) {
        let isVideo = facts?.format.isVideo ?? MediaFormats.isVideo(name)
        let size = facts?.displaySize
        self.init(
            version: version,
            info: MediaInfo(
                kind: isVideo ? .video : .photo,
                dimensions: size.map {
                    MediaInfo.Dimensions(width: $0.width, height: $0.height)
                },
                location: (facts?.place).map {
                    MediaInfo.Location(latitude: $0.latitude, longitude: $0.longitude)
                },
                timeTaken: (facts?.taken).map {
                    CameraTime(wallSeconds: $0.time.secondsSinceEpoch)
                },
                zoneOffset: facts?.taken?.offsetSeconds,
                durationMilliseconds: facts?.durationMilliseconds,
                camera: MediaInfo.Camera(make: facts?.make, model: facts?.model),
                contentIdentifier: facts?.contentIdentifier, motionLength: facts?.motionLength,
                isOfOriginal: !(facts?.isPartial ?? false)),
            recorded: (facts?.created).map(FeedTime.init(secondsSinceEpoch:)))
    }
}

extension FeedItem {
    /// The item with the metadata that its file gives it.
    func corrected(by facts: OriginalFacts) -> FeedItem {
        FeedItem(
            node: MediaNode(
                id: node.id, name: node.name, pathKey: node.pathKey, pathDisplay: node.pathDisplay,
                revision: node.revision, size: node.size, contentHash: node.contentHash,
                clientModified: node.clientModified, serverModified: node.serverModified,
                mediaInfo: facts.joined(with: node.mediaInfo),
                hasThumbnailFormat: node.hasThumbnailFormat),
            displayPath: displayPath, thumbnail: thumbnail)
    }
}
