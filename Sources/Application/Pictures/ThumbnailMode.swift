/// How a picture is brought to a thumbnail's size; it is only ever scaled down.
public enum ThumbnailMode: String, Sendable, CaseIterable {
    /// Fits within the box.
    case strict
    /// Fits within the box or the box on its side, whichever leaves the picture larger.
    case bestFit = "bestfit"
    /// Covers the box or the box on its side, whichever leaves the picture smaller.
    case fitOneBestFit = "fitone_bestfit"
    /// Keeps the picture's own size.
    case original

    /// The size at which a picture of size `picture` is shown when `box` is asked for.
    public func size(of picture: PixelSize, in box: PixelSize) -> PixelSize {
        func ratios(_ box: PixelSize) -> (Double, Double) {
            (
                Double(box.width) / Double(picture.width),
                Double(box.height) / Double(picture.height)
            )
        }
        func fitting(_ box: PixelSize) -> Double {
            let (width, height) = ratios(box)
            return min(width, height)
        }
        func covering(_ box: PixelSize) -> Double {
            let (width, height) = ratios(box)
            return max(width, height)
        }
        return switch self {
        case .strict: picture.scaled(by: fitting(box))
        case .bestFit: picture.scaled(by: max(fitting(box), fitting(box.transposed)))
        case .fitOneBestFit: picture.scaled(by: min(covering(box), covering(box.transposed)))
        case .original: picture
        }
    }
}
