/// The size in pixels into which a picture has to fit.
package struct PictureBox: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Creates a box.
    package init(_ width: Int, _ height: Int) {
        precondition(width > 0 && height > 0, "a box has at least one pixel")
        self.width = width
        self.height = height
    }
}
