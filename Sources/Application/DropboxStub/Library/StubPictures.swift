/// The drawn pictures of a stub and its latest thumbnails; stubs of the same photos can share them.
package final class StubPictures: Sendable {
    let photos: GeneratedPhotoSource
    let thumbnails = ByteCache<ThumbnailKey>(capacity: 64 << 20)

    /// Creates the pictures of a source; each is drawn when it is first needed.
    package init(of source: DropboxStubConfiguration.Source) {
        switch source {
        case .generated(_, let seed): photos = GeneratedPhotoSource(seed: seed)
        case .folder: photos = GeneratedPhotoSource(seed: 0)
        }
    }
}
