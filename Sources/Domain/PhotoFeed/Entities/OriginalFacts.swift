/// The metadata that was read from the original of a photo or video.
///
/// It holds for one version of the file only: a library drops the facts of a version that is no
/// longer current.
public struct OriginalFacts: Hashable, Sendable {
    /// The version of the file that was read.
    public let version: OriginalVersion
    /// The facts of the file.
    public let info: MediaInfo
    /// The instant at which a video states to be recorded.
    ///
    /// It counts only if no time on a camera's clock is known. Its clock is then UTC, with the zone
    /// 0. So is that of a server's time with the same numbers, which the server has read there.
    public let recorded: FeedTime?

    /// Creates the facts of a version.
    public init(version: OriginalVersion, info: MediaInfo, recorded: FeedTime? = nil) {
        self.version = version
        self.info = info
        self.recorded = recorded
    }

    /// Returns the metadata that a library shows: these facts beside those of its server.
    ///
    /// The file precedes the server, except for the kind, the size and the duration.
    public func joined(with told: MediaInfo?) -> MediaInfo {
        let taken = info.timeTaken ?? told?.timeTaken
        let recorded = self.recorded.map(CameraTime.init(utc:))
        return MediaInfo(
            kind: told?.kind ?? info.kind, dimensions: told?.dimensions ?? info.dimensions,
            location: info.location ?? told?.location,
            timeTaken: taken ?? recorded,
            zoneOffset: info.timeTaken != nil
                ? info.zoneOffset : recorded != nil && (taken ?? recorded) == recorded ? 0 : nil,
            durationMilliseconds: told?.durationMilliseconds ?? info.durationMilliseconds,
            camera: info.camera, contentIdentifier: info.contentIdentifier,
            motionLength: info.motionLength, isOfOriginal: info.isOfOriginal)
    }
}
