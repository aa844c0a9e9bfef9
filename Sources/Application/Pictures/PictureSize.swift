/// The width and height of a picture, in pixels.
package struct PictureSize: Sendable, Hashable {
    /// The number of pixels from left to right.
    package let width: Int
    /// The number of pixels from top to bottom.
    package let height: Int

    /// Creates a size of `width` by `height` pixels.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels; the largest number if there are more, as a header may state.
    var pixels: Int {
        let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
        return isOverflow ? .max : pixels
    }

    /// The size with width and height exchanged.
    package var transposed: PictureSize { PictureSize(width: height, height: width) }

    /// The size multiplied by `factor`; never larger than the original, and at least 1 by 1.
    func scaled(by factor: Double) -> PictureSize {
        guard factor < 1 else { return self }
        return PictureSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }
}
