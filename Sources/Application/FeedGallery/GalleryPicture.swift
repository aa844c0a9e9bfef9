/// A picture that is copied into the gallery.
package struct GalleryPicture {
    /// The version of the content, in lower-case hexadecimal; `nil` if it is not known.
    ///
    /// Two pictures of an item with the same version and length are the same, so the copy of an
    /// earlier run is used again. A picture without a version is copied in each run.
    let version: String?
    /// The number of bytes.
    let length: Int64
    /// Reads the picture; `nil` if it cannot be shown.
    ///
    /// An error ends the gallery.
    let read: () throws -> [UInt8]?

    /// Creates a picture; see the properties.
    package init(version: String?, length: Int64, read: @escaping () throws -> [UInt8]?) {
        self.version = version
        self.length = length
        self.read = read
    }
}
