/// Width and height of a picture, in pixels.
public struct PixelSize: Sendable, Hashable {
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int

    /// Makes a size of `width` by `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width and height in each other's place.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Never larger than the original, and never without pixels.
    func scaled(by factor: Double) -> PixelSize {
        guard factor < 1 else { return self }
        return PixelSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }
}
