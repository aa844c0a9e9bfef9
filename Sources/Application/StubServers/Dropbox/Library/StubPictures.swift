import Digests
import Pictures

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

    /// Creates pictures without a drawing, for a simulation.
    package init() {
        photos = GeneratedPhotoSource(seed: 1, isDrawn: false)
    }

    /// Makes a thumbnail; one of a photo that is not drawn is the digest of its content.
    func thumbnail(
        of bytes: [UInt8], in box: PictureSize, mode: ThumbnailMode, format: PictureFormat
    ) throws(PictureError) -> [UInt8] {
        if photos.isDrawn {
            return try Picture.thumbnail(of: bytes, in: box, mode: mode, format: format)
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw PictureError(.unknownFormat) }
        return GeneratedPhotoSource.plainJPEG(SHA256.digest(of: bytes))
    }
}
