import FeedGallery

func gallery(windows: [[GalleryItem]]) throws {
    // snippet GalleryWriter
}
